/** Ranks of a sample in which equal values share the mean of their ranks. */
export interface MidRanks {
  /** Twice the rank (from 1) of each value, in the order given: an integer even for a tie. */
  readonly doubled: readonly number[];
  /** Sum of t^3 - t over the groups of t equal values; 0 without ties. */
  readonly tieTerm: number;
}

/** RangeError for NaN, which has no rank; infinities rank last and tie with each other. */
export function midRanks(values: readonly number[]): MidRanks {
  if (values.some(Number.isNaN)) throw new RangeError('NaN has no rank');
  const order = values.map((_, index) => index);
  order.sort((a, b) => compare(values[a] as number, values[b] as number));
  const doubled = new Array<number>(values.length).fill(0);
  let tieTerm = 0;
  for (let start = 0, end = 0; start < order.length; start = end) {
    const value = values[order[start] as number];
    while (end < order.length && values[order[end] as number] === value) end++;
    for (const index of order.slice(start, end)) doubled[index] = start + 1 + end;
    tieTerm += (end - start) ** 3 - (end - start);
  }
  return { doubled, tieTerm };
}

/** A difference would be NaN for two equal infinities. */
function compare(a: number, b: number): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
