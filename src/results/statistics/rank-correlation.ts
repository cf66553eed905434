import { type Random, shuffled } from '../../core/prng.js';
import { midRanks } from './mid-ranks.js';

/** Spearman's `rho` of pairs; `p` is two-sided. */
export interface RankCorrelation {
  readonly n: number;
  readonly rho: number;
  readonly p: number;
}

/** With 999 permutations and the order at hand, p is a multiple of a thousandth. */
const PERMUTATIONS = 999;

const MIN_PAIRS = 10;

/**
 * Spearman's rank correlation, ties by mid-ranks. `p` is the share of random orders of one side
 * (the one at hand among them, so that it is never 0) with a rho as far from 0 (Phipson & Smyth
 * 2010, Statistical Applications in Genetics and Molecular Biology 9, 39): it needs no assumption
 * but that without a connection all orders are alike. Null under 10 pairs and where a side is
 * constant. RangeError for sides of different lengths or NaN.
 */
export function rankCorrelation(
  xs: readonly number[],
  ys: readonly number[],
  random: Random,
): RankCorrelation | null {
  const n = xs.length;
  if (ys.length !== n) throw new RangeError(`${ys.length} values paired with ${n}`);
  if (n < MIN_PAIRS) return null;
  const a = centredRanks(xs);
  const b = centredRanks(ys);
  const scale = Math.sqrt(dot(a, a) * dot(b, b));
  if (scale === 0) return null;
  const observed = dot(a, b);
  let beyond = 1;
  for (let index = 0; index < PERMUTATIONS; index++) {
    if (Math.abs(dot(a, shuffled(b, random))) >= Math.abs(observed)) beyond++;
  }
  const rho = Math.max(-1, Math.min(1, observed / scale));
  return { n, rho, p: beyond / (PERMUTATIONS + 1) };
}

/** Doubled mid-ranks less their mean: whole numbers, so that equal sums compare as equal. */
function centredRanks(values: readonly number[]): number[] {
  return midRanks(values).doubled.map((rank) => rank - (values.length + 1));
}

function dot(a: readonly number[], b: readonly number[]): number {
  return a.reduce((sum, value, index) => sum + value * (b[index] as number), 0);
}
