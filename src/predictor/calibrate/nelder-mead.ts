import { mean } from '../../results/statistics/sample.js';

/** A point and its value, the lower the better. */
export interface Minimum {
  readonly point: readonly number[];
  readonly value: number;
}

/**
 * Minimum of a function that has no derivative, by the simplex of Nelder & Mead (1965, Computer
 * Journal 7, 308) with their coefficients. Ends after `evaluations`, or when the simplex is smaller
 * than `size` in every direction.
 */
export function nelderMead(
  evaluate: (point: readonly number[]) => number,
  start: readonly number[],
  step: number,
  limits: { readonly evaluations: number; readonly size: number },
): Minimum {
  let left = limits.evaluations;
  const at = (point: readonly number[]): Minimum => {
    left--;
    return { point, value: evaluate(point) };
  };
  const corners = start.map((_, axis) => start.map((x, k) => (k === axis ? x + step : x)));
  let simplex = [start, ...corners].map(at);
  for (;;) {
    simplex = simplex.toSorted((a, b) => a.value - b.value);
    const [best] = simplex as [Minimum];
    const worst = simplex.at(-1)!;
    if (left <= 0 || extent(simplex) < limits.size) return best;
    const others = simplex.slice(0, -1);
    const centre = start.map((_, k) => mean(others.map(({ point }) => point[k]!)));
    const along = (factor: number) => at(centre.map((x, k) => x + factor * (worst.point[k]! - x)));
    const reflected = along(-1);
    if (reflected.value < best.value) {
      const expanded = along(-2);
      simplex = [...others, expanded.value < reflected.value ? expanded : reflected];
    } else if (reflected.value < (others.at(-1) ?? best).value) {
      simplex = [...others, reflected];
    } else {
      const contracted = along(reflected.value < worst.value ? -0.5 : 0.5);
      if (contracted.value < Math.min(worst.value, reflected.value)) {
        simplex = [...others, contracted];
      } else {
        const shrunk = simplex
          .slice(1)
          .map(({ point }) => at(point.map((x, k) => (x + best.point[k]!) / 2)));
        simplex = [best, ...shrunk];
      }
    }
  }
}

function extent(simplex: readonly Minimum[]): number {
  const axes = simplex[0]!.point.map((_, k) => simplex.map(({ point }) => point[k]!));
  return Math.max(...axes.map((values) => Math.max(...values) - Math.min(...values)));
}
