import { median } from './sample.js';

/** One value a round; rounds may be missing. */
export interface Measured {
  readonly round: number;
  readonly value: number;
}

/** A trend over the rounds, as a fraction of the median level a round; `low`, `high` are 95 %. */
export interface Drift {
  readonly slopePerRound: number;
  readonly low: number;
  readonly high: number;
  readonly significant: boolean;
}

const MIN_ROUNDS = 10;
const MATERIAL = 0.02;
const Z_95 = 1.959963984540054;
const Z_99 = 2.5758293035489004;

/**
 * Theil-Sen slope of a series over its rounds, with the distribution-free interval of Sen (1968,
 * JASA 63, 1379-1389) that inverts Kendall's test of no trend. The drift counts as significant
 * where the 99 % interval leaves out 0, which at most 1 % of exchangeable series do whatever their
 * distribution, and where it adds up to 2 % of the median or more over the run. Null under 10
 * rounds and where the median is 0.
 */
export function driftOf(course: readonly Measured[]): Drift | null {
  const n = course.length;
  if (n < MIN_ROUNDS) return null;
  const level = Math.abs(median(course.map(({ value }) => value)));
  if (level === 0) return null;
  const inOrder = course.toSorted((a, b) => a.round - b.round);
  const slopes = relativeSlopes(inOrder, level);
  const slopePerRound = median(Array.from(slopes));
  const { low, high } = slopeInterval(slopes, n, Z_95);
  const strict = slopeInterval(slopes, n, Z_99);
  const apart = strict.low > 0 || strict.high < 0;
  const rounds = (inOrder.at(-1) as Measured).round - (inOrder[0] as Measured).round;
  const material = Math.abs(slopePerRound) * rounds >= MATERIAL;
  return { slopePerRound, low, high, significant: apart && material };
}

/** Slopes between all pairs of rounds, sorted. */
function relativeSlopes(inOrder: readonly Measured[], level: number): Float64Array {
  const slopes = new Float64Array((inOrder.length * (inOrder.length - 1)) / 2);
  let count = 0;
  inOrder.forEach((later, end) => {
    for (const earlier of inOrder.slice(0, end)) {
      slopes[count++] = (later.value - earlier.value) / level / (later.round - earlier.round);
    }
  });
  return slopes.sort();
}

/**
 * The order statistics of the slopes outside which Kendall's S falls with the confidence of `z`;
 * the variance of S is n(n-1)(2n+5)/18, and its steps of 2 are corrected for.
 */
function slopeInterval(slopes: Float64Array, n: number, z: number): { low: number; high: number } {
  const reach = z * Math.sqrt((n * (n - 1) * (2 * n + 5)) / 18);
  const cut = Math.floor((slopes.length + 1 - reach) / 2);
  return { low: slopes[cut - 1] as number, high: slopes[slopes.length - cut] as number };
}
