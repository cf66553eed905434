import type { Rate } from './file/summary-schema.js';
import { medianInterval } from './statistics/median-interval.js';
import { mean, median, medianAbsoluteDeviation, sampleStddev } from './statistics/sample.js';

/** Items/s of some trials in one; null without any. */
export function rateOf(rates: readonly number[]): Rate | null {
  if (rates.length === 0) return null;
  return {
    mean: mean(rates),
    stddev: rates.length > 1 ? sampleStddev(rates) : null,
    median: median(rates),
    mad: medianAbsoluteDeviation(rates),
    ci95: medianInterval(rates),
  };
}
