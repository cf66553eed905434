import { midRanks } from './mid-ranks.js';
import { normalUpperTail } from './normal-tail.js';

/** `u` counts the pairs in which `a` exceeds `b`, a tie as a half; `p` is two-sided. */
export interface MannWhitney {
  readonly u: number;
  readonly p: number;
  readonly exact: boolean;
}

/** Values in all; and of the smaller side times all, what takes some ms. */
const EXACT_UP_TO = 50;
const EXACT_WORK = 1000;

/**
 * Wilcoxon-Mann-Whitney test that two independent samples have one distribution. `p` is the
 * probability, over all ways to deal the pooled values to the two sides, of a `u` as far from its
 * mean. Exact up to 50 values, and beyond them where one side is small, ties included; else the
 * normal approximation with the corrections for ties and continuity (Hollander & Wolfe,
 * Nonparametric Statistical Methods, section 4.1). RangeError for an empty side.
 */
export function mannWhitney(a: readonly number[], b: readonly number[]): MannWhitney {
  const n = a.length;
  const m = b.length;
  if (n === 0 || m === 0) throw new RangeError('an empty side has no ranks');
  const { doubled, tieTerm } = midRanks([...a, ...b]);
  const rankSum = doubled.slice(0, n).reduce((sum, rank) => sum + rank, 0);
  const u = (rankSum - n * (n + 1)) / 2;
  const distance = Math.abs(u - (n * m) / 2);
  const size = Math.min(n, m);
  if (n + m <= EXACT_UP_TO && tieTerm === 0) return { u, p: untiedP(n, m, distance), exact: true };
  if (n + m <= EXACT_UP_TO || size * (n + m) <= EXACT_WORK) {
    return { u, p: tiedP(doubled, size, distance), exact: true };
  }
  return { u, p: approximateP(n, m, tieTerm, distance), exact: false };
}

function approximateP(n: number, m: number, tieTerm: number, distance: number): number {
  const total = n + m;
  const variance = ((n * m) / 12) * (total + 1 - tieTerm / (total * (total - 1)));
  if (variance <= 0) return 1;
  return 2 * normalUpperTail(Math.max(0, distance - 0.5) / Math.sqrt(variance));
}

/**
 * Without ties the number of ways to each u are the coefficients of the Gaussian binomial, product
 * of (1 - q^(m+i)) / (1 - q^i) (Harding 1984, Applied Statistics 33, 1-6). All are whole numbers
 * under 2^53.
 */
function untiedP(n: number, m: number, distance: number): number {
  const ways = new Float64Array(n * m + 1);
  ways[0] = 1;
  for (let i = 1; i <= n; i++) {
    for (let u = n * m; u >= m + i; u--) add(ways, u, -(ways[u - m - i] as number));
    for (let u = i; u <= n * m; u++) add(ways, u, ways[u - i] as number);
  }
  return shareBeyond(ways, (n * m) / 2, distance);
}

/**
 * With ties, or many values: the number of ways to draw `size` of the doubled mid-ranks with each sum, one rank
 * after the other (Streitberg & Roehmel 1986, Statistical Software Newsletter 12, 10-17).
 */
function tiedP(doubled: readonly number[], size: number, distance: number): number {
  const sums = doubled.toSorted((a, b) => b - a).slice(0, size);
  const width = sums.reduce((sum, rank) => sum + rank, 0) + 1;
  const ways = Array.from({ length: size + 1 }, () => new Float64Array(width));
  (ways[0] as Float64Array)[0] = 1;
  doubled.forEach((rank, index) => {
    for (let drawn = Math.min(size, index + 1); drawn >= 1; drawn--) {
      const fewer = ways[drawn - 1] as Float64Array;
      const row = ways[drawn] as Float64Array;
      for (let sum = width - 1; sum >= rank; sum--) add(row, sum, fewer[sum - rank] as number);
    }
  });
  return shareBeyond(ways[size] as Float64Array, size * (doubled.length + 1), 2 * distance);
}

/** Share of the ways whose index is at least `distance` from `centre`. */
function shareBeyond(ways: Float64Array, centre: number, distance: number): number {
  let beyond = 0;
  let all = 0;
  ways.forEach((count, index) => {
    all += count;
    if (Math.abs(index - centre) >= distance) beyond += count;
  });
  return beyond / all;
}

function add(ways: Float64Array, index: number, count: number): void {
  ways[index] = (ways[index] as number) + count;
}
