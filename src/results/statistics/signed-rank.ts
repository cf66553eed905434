import { midRanks } from './mid-ranks.js';
import { normalUpperTail } from './normal-tail.js';

/** `w` sums the ranks of the positive differences; `p` is two-sided. */
export interface SignedRank {
  readonly w: number;
  readonly p: number;
  readonly exact: boolean;
  /** Which sign has the larger ranks: 1, -1, or 0 for neither. */
  readonly direction: number;
}

const EXACT_UP_TO = 50;

/**
 * Wilcoxon's signed-rank test that differences are symmetric about 0, as they are where the two
 * sides of every pair could be swapped. Zeros are left out, as Wilcoxon did. `p` is the
 * probability, over all ways to give the ranks signs, of a `w` as far from its mean: exact up to
 * 50 differences, ties included; beyond them the normal approximation with the corrections for
 * ties and continuity (Hollander & Wolfe, Nonparametric Statistical Methods, section 3.1).
 */
export function signedRank(differences: readonly number[]): SignedRank {
  const moved = differences.filter((difference) => difference !== 0);
  const { doubled, tieTerm } = midRanks(moved.map(Math.abs));
  const doubledW = doubled.reduce(
    (sum, rank, index) => sum + ((moved[index] as number) > 0 ? rank : 0),
    0,
  );
  const w = doubledW / 2;
  const n = moved.length;
  const excess = w - (n * (n + 1)) / 4;
  const exact = n <= EXACT_UP_TO;
  const distance = Math.abs(excess);
  const p = exact ? exactP(doubled, distance) : approximateP(n, tieTerm, distance);
  return { w, p, exact, direction: Math.sign(excess) };
}

/** Adds one rank after the other, each with or without: half of the probability goes either way. */
function exactP(doubled: readonly number[], distance: number): number {
  const total = doubled.reduce((sum, rank) => sum + rank, 0);
  const chance = new Float64Array(total + 1);
  chance[0] = 1;
  let reached = 0;
  for (const rank of doubled) {
    reached += rank;
    for (let sum = reached; sum >= 0; sum--) {
      const without = chance[sum] as number;
      const withRank = sum < rank ? 0 : (chance[sum - rank] as number);
      chance[sum] = (without + withRank) / 2;
    }
  }
  let p = 0;
  chance.forEach((share, sum) => {
    if (Math.abs(sum - total / 2) >= 2 * distance) p += share;
  });
  return Math.min(1, p);
}

function approximateP(n: number, tieTerm: number, distance: number): number {
  const variance = (n * (n + 1) * (2 * n + 1)) / 24 - tieTerm / 48;
  return 2 * normalUpperTail(Math.max(0, distance - 0.5) / Math.sqrt(variance));
}
