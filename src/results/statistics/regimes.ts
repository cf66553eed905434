import { mean, median } from './sample.js';

/** Values of two kinds, in their own unit; `split` lies in the middle of the gap between them. */
export interface Regimes {
  readonly low: Regime;
  readonly high: Regime;
  readonly split: number;
}

export interface Regime {
  readonly n: number;
  readonly median: number;
}

const MIN_VALUES = 10;
const MIN_SHARE = 0.1;
const MATERIAL = 0.1;

/**
 * Splits the values at their widest gap that leaves at least max(2, 10 %) on either side, and
 * takes the two sides for regimes where the gap is wide against the spread within them and the
 * medians are at least 10 % apart. Null otherwise, and under 10 values.
 *
 * The criterion is Ashman's D (Ashman, Bird & Zepf 1994, Astronomical Journal 108, 2348) made
 * stricter for small samples: the gap itself instead of the distance of the means. The limit is
 * calibrated by simulation, so that at most 1 % of uniform, normal or mildly log-normal (sigma 0.3)
 * samples split; the uniform ones need most. Exponential ones do in 2 %.
 */
export function regimesOf(values: readonly number[]): Regimes | null {
  const n = values.length;
  if (n < MIN_VALUES) return null;
  const sorted = values.toSorted((a, b) => a - b);
  const start = startOfUpperGroup(sorted);
  const low = sorted.slice(0, start);
  const high = sorted.slice(start);
  const [below, above] = [low.at(-1) as number, high[0] as number];
  const lowMedian = median(low);
  const highMedian = median(high);
  const material = highMedian - lowMedian >= MATERIAL * Math.abs(lowMedian);
  if (!material || above - below <= gapLimit(n) * spreadWithin(low, high)) return null;
  return {
    low: { n: low.length, median: lowMedian },
    high: { n: high.length, median: highMedian },
    split: below + (above - below) / 2,
  };
}

/** In standard deviations within the groups; a sample of 10 has wide gaps by chance. */
function gapLimit(n: number): number {
  return 3 + 42 / n;
}

function startOfUpperGroup(sorted: readonly number[]): number {
  const least = Math.max(2, Math.ceil(sorted.length * MIN_SHARE));
  const gapBefore = (index: number) => (sorted[index] as number) - (sorted[index - 1] as number);
  let widest = least;
  for (let index = least + 1; index <= sorted.length - least; index++) {
    if (gapBefore(index) > gapBefore(widest)) widest = index;
  }
  return widest;
}

/** Pooled standard deviation within the groups without the one value that strays most. */
function spreadWithin(...groups: readonly (readonly number[])[]): number {
  const squares = groups.flatMap((group) => {
    const centre = median(group);
    return group.map((value) => (value - centre) ** 2);
  });
  squares.sort((a, b) => a - b).pop();
  return Math.sqrt((mean(squares) * squares.length) / (squares.length - groups.length));
}
