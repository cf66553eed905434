import { median } from './sample.js';

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
 * Theil-Sen slope of a series in round order, with the distribution-free interval of Sen (1968,
 * JASA 63, 1379-1389) that inverts Kendall's test of no trend. The drift counts as significant
 * where the 99 % interval leaves out 0, which at most 1 % of exchangeable series do whatever their
 * distribution, and where it adds up to 2 % of the median or more over the run. Null under 10
 * rounds and where the median is 0.
 */
export function driftOf(values: readonly number[]): Drift | null {
  const n = values.length;
  if (n < MIN_ROUNDS) return null;
  const level = Math.abs(median(values));
  if (level === 0) return null;
  const slopes = relativeSlopes(values, level);
  const slopePerRound = median(Array.from(slopes));
  const { low, high } = slopeInterval(slopes, n, Z_95);
  const strict = slopeInterval(slopes, n, Z_99);
  const apart = strict.low > 0 || strict.high < 0;
  const material = Math.abs(slopePerRound) * (n - 1) >= MATERIAL;
  return { slopePerRound, low, high, significant: apart && material };
}

/** Slopes between all pairs of rounds, sorted. */
function relativeSlopes(values: readonly number[], level: number): Float64Array {
  const slopes = new Float64Array((values.length * (values.length - 1)) / 2);
  let count = 0;
  values.forEach((later, end) => {
    for (let start = 0; start < end; start++) {
      slopes[count++] = (later - (values[start] as number)) / level / (end - start);
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
