import type { Random } from '../../core/prng.js';
import { median } from './sample.js';

/** A ratio of two medians without unit, with its 95 % interval. */
export interface RatioEstimate {
  readonly ratio: number;
  readonly low: number;
  readonly high: number;
}

/** (999 + 1) * 2.5 % is a whole number, so the limits are order statistics (Davison & Hinkley). */
const RESAMPLES = 999;
const CUT = 25;

/** Values in ascending order, with the place each came from and how often a resample has it. */
interface Side {
  readonly sorted: Float64Array;
  readonly places: Uint32Array;
  /** By place: how often the current resample has the value from there. */
  readonly counts: Uint32Array;
}

/**
 * Median of `values` over median of `baseline`, where both have one value a round. Rounds are
 * resampled whole, so what a round does to both sides cancels; see `bootstrap` for the method.
 */
export function pairedRatio(
  baseline: readonly number[],
  values: readonly number[],
  random: Random,
): RatioEstimate {
  const n = values.length;
  if (baseline.length !== n) throw new RangeError(`${baseline.length} values paired with ${n}`);
  const counts = new Uint32Array(n);
  return bootstrap(sideOf(baseline, counts), sideOf(values, counts), () => {
    resample(counts, random);
  });
}

/** Median of `values` over median of `baseline`; each side is resampled alone. */
export function unpairedRatio(
  baseline: readonly number[],
  values: readonly number[],
  random: Random,
): RatioEstimate {
  const baselineCounts = new Uint32Array(baseline.length);
  const valueCounts = new Uint32Array(values.length);
  return bootstrap(sideOf(baseline, baselineCounts), sideOf(values, valueCounts), () => {
    resample(baselineCounts, random);
    resample(valueCounts, random);
  });
}

/**
 * The estimand is the ratio of the two population medians. It is not the median of the ratios of
 * each round, though both are the same where one side is the other times a constant.
 *
 * The interval is the percentile bootstrap (Efron & Tibshirani, An Introduction to the Bootstrap,
 * 1993, chapter 13). For one median it is close to the order-statistic interval, which holds for
 * every shape (Efron 1979, Annals of Statistics 7, section 3); the basic bootstrap, which mirrors
 * the resampled medians at the estimate, covers half of the time where the median lies between two
 * regimes. The interval is widened where it would leave out the estimate. Under 6 values it covers
 * less than 95 %.
 *
 * Equal medians have the ratio 1, be they 0; a baseline median of 0 gives Infinity otherwise.
 * RangeError for an empty side and for a value that is negative or not finite.
 */
function bootstrap(baseline: Side, values: Side, drawResample: () => void): RatioEstimate {
  const ratios = new Float64Array(RESAMPLES);
  for (let index = 0; index < RESAMPLES; index++) {
    drawResample();
    ratios[index] = ratioOf(resampledMedian(values), resampledMedian(baseline));
  }
  ratios.sort();
  const ratio = ratioOf(median([...values.sorted]), median([...baseline.sorted]));
  return {
    ratio,
    low: Math.min(ratio, ratios[CUT - 1] as number),
    high: Math.max(ratio, ratios[RESAMPLES - CUT] as number),
  };
}

function ratioOf(value: number, baseline: number): number {
  return value === baseline ? 1 : value / baseline;
}

function sideOf(values: readonly number[], counts: Uint32Array): Side {
  if (values.length === 0) throw new RangeError('no values');
  const wrong = values.find((value) => !(value >= 0 && value < Infinity));
  if (wrong !== undefined) throw new RangeError(`${wrong} is no measurement`);
  const places = Uint32Array.from(values, (_, place) => place);
  places.sort((a, b) => (values[a] as number) - (values[b] as number));
  return { sorted: Float64Array.from(values).sort(), places, counts };
}

/** As many draws with replacement as there are places. */
function resample(counts: Uint32Array, random: Random): void {
  const n = counts.length;
  counts.fill(0);
  for (let draw = 0; draw < n; draw++) {
    const place = Math.floor(random() * n);
    counts[place] = (counts[place] as number) + 1;
  }
}

function resampledMedian({ sorted, places, counts }: Side): number {
  const n = sorted.length;
  const lowerRank = (n - 1) >> 1;
  const upperRank = n >> 1;
  let index = -1;
  let seen = 0;
  while (seen <= lowerRank) seen += counts[places[++index] as number] as number;
  const lower = sorted[index] as number;
  if (seen > upperRank) return lower;
  while (seen <= upperRank) seen += counts[places[++index] as number] as number;
  return (lower + (sorted[index] as number)) / 2;
}
