import { mean, median, sampleStddev } from './statistics.js';
import type { Rate } from './summary-schema.js';

/** Items/s over trials; null without any. */
export function rateOf(rates: readonly number[]): Rate | null {
  if (rates.length === 0) return null;
  const stddev = rates.length > 1 ? sampleStddev(rates) : null;
  return { mean: mean(rates), stddev, median: median(rates), mad: 0, ci95: null };
}
