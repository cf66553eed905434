import type { ResultRow, TrialFigures } from '../result-set.js';
import { median } from '../statistics/sample.js';

/**
 * Median over that of the baseline's trials of the same rounds where there are any, else of all of
 * them. Null without figures on a side.
 */
export function overBaseline(
  trials: readonly TrialFigures[],
  baseline: ResultRow | null,
  pick: (trial: TrialFigures) => number | null,
): number | null {
  const rounds = new Set(trials.map(({ round }) => round));
  const all = baseline?.trials ?? [];
  const beside = all.filter(({ round }) => round !== null && rounds.has(round));
  const known = (figures: readonly TrialFigures[]) =>
    figures.map(pick).filter((value) => value !== null);
  const [above, below] = [known(trials), known(beside.length > 0 ? beside : all)];
  if (above.length === 0 || below.length === 0 || median(below) === 0) return null;
  return median(above) / median(below);
}
