import type { Random } from '../../core/prng.js';
import { median } from './sample.js';

/** A ratio of two medians without unit, with its 95 % interval. */
export interface RatioEstimate {
  readonly ratio: number;
  readonly low: number;
  readonly high: number;
}

/** (1999 + 1) * 2.5 % is a whole number, so the limits are order statistics (Davison & Hinkley). */
const RESAMPLES = 1999;
const CUT = 50;

/** Fills how often each value, by its rank, is in one resample of either side. */
type Resample = (baselineCounts: Uint32Array, valueCounts: Uint32Array) => void;

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
  const baselineRank = ranksOf(baseline);
  const valueRank = ranksOf(values);
  return bootstrap(baseline, values, (baselineCounts, valueCounts) => {
    for (let draw = 0; draw < n; draw++) {
      const round = Math.floor(random() * n);
      increment(baselineCounts, baselineRank[round] as number);
      increment(valueCounts, valueRank[round] as number);
    }
  });
}

/** Median of `values` over median of `baseline`; each side is resampled alone. */
export function unpairedRatio(
  baseline: readonly number[],
  values: readonly number[],
  random: Random,
): RatioEstimate {
  return bootstrap(baseline, values, (baselineCounts, valueCounts) => {
    for (const counts of [baselineCounts, valueCounts]) {
      for (let draw = 0; draw < counts.length; draw++) {
        increment(counts, Math.floor(random() * counts.length));
      }
    }
  });
}

/**
 * The estimand is the ratio of the two population medians. It is not the median of the ratios of
 * each round, though both are the same where one side is the other times a constant.
 *
 * The interval is the percentile bootstrap (Efron & Tibshirani, An Introduction to the Bootstrap,
 * 1993, chapter 13). For one median it is close to the order-statistic interval, which holds for
 * every shape (Efron 1979, section 3); basic and studentised intervals reflect the
 * resampled median about the estimate and fail where the median falls between two regimes. It is
 * widened where it would leave out the estimate. With under 6 values it covers less than 95 %.
 *
 * Equal medians have the ratio 1, be they 0; a baseline median of 0 gives Infinity otherwise.
 * RangeError for an empty side and for a value that is negative or not finite.
 */
function bootstrap(
  baseline: readonly number[],
  values: readonly number[],
  resample: Resample,
): RatioEstimate {
  const sortedBaseline = sortedMeasurements(baseline);
  const sortedValues = sortedMeasurements(values);
  const baselineCounts = new Uint32Array(baseline.length);
  const valueCounts = new Uint32Array(values.length);
  const ratios = new Float64Array(RESAMPLES);
  for (let index = 0; index < RESAMPLES; index++) {
    baselineCounts.fill(0);
    valueCounts.fill(0);
    resample(baselineCounts, valueCounts);
    const divisor = countedMedian(sortedBaseline, baselineCounts);
    ratios[index] = ratioOf(countedMedian(sortedValues, valueCounts), divisor);
  }
  ratios.sort();
  const ratio = ratioOf(median(values), median(baseline));
  return {
    ratio,
    low: Math.min(ratio, ratios[CUT - 1] as number),
    high: Math.max(ratio, ratios[RESAMPLES - CUT] as number),
  };
}

function ratioOf(value: number, baseline: number): number {
  return value === baseline ? 1 : value / baseline;
}

function sortedMeasurements(values: readonly number[]): Float64Array {
  if (values.length === 0) throw new RangeError('no values');
  const wrong = values.find((value) => !(value >= 0 && value < Infinity));
  if (wrong !== undefined) throw new RangeError(`${wrong} is no measurement`);
  return Float64Array.from(values).sort();
}

/** Place of each value among the sorted ones; ties in the order given. */
function ranksOf(values: readonly number[]): Uint32Array {
  const order = values.map((_, index) => index);
  order.sort((a, b) => (values[a] as number) - (values[b] as number));
  const ranks = new Uint32Array(values.length);
  order.forEach((index, rank) => {
    ranks[index] = rank;
  });
  return ranks;
}

/** Median of as many values as `sorted` has, each in it as often as `counts` says. */
function countedMedian(sorted: Float64Array, counts: Uint32Array): number {
  const n = sorted.length;
  const below = (n - 1) >> 1;
  let rank = 0;
  let seen = counts[0] as number;
  while (seen <= below) seen += counts[++rank] as number;
  const lower = sorted[rank] as number;
  if (seen > n >> 1) return lower;
  while (seen <= n >> 1) seen += counts[++rank] as number;
  return (lower + (sorted[rank] as number)) / 2;
}

function increment(counts: Uint32Array, rank: number): void {
  counts[rank] = (counts[rank] as number) + 1;
}
