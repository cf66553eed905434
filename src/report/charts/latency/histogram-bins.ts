import type { Distribution } from './distribution.js';

/** Calls of at least `lowNs` and less than `highNs`; those of 0 ns are in the bin that starts at 1. */
export interface Bin {
  readonly lowNs: number;
  readonly highNs: number;
  /** Of all calls, from 0 to 1. */
  readonly share: number;
}

/** Bins of about equal width on a log scale; whole ns, as are the calls. */
export function histogramBins(
  { valuesNs, cumulative, total }: Distribution,
  perDecade: number,
): Bin[] {
  const counts = new Map<number, number>();
  valuesNs.forEach((ns, index) => {
    const bin = binOf(ns, perDecade);
    const count = cumulative[index]! - (cumulative[index - 1] ?? 0);
    counts.set(bin, (counts.get(bin) ?? 0) + count);
  });
  return [...counts].map(([bin, count]) => ({
    lowNs: edge(bin, perDecade),
    highNs: edge(bin + 1, perDecade),
    share: count / total,
  }));
}

/** The last of the bins that start at or below `ns`: some of those of a few ns start at one. */
function binOf(ns: number, perDecade: number): number {
  const whole = Math.max(ns, 1);
  let bin = Math.floor(Math.log10(whole + 0.5) * perDecade);
  while (edge(bin, perDecade) > whole) bin--;
  return bin;
}

function edge(bin: number, perDecade: number): number {
  return Math.round(10 ** (bin / perDecade));
}
