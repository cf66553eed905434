import type { Histogram } from 'hdr-histogram-js';
import type { Run } from '../../../results/file/run-file.js';
import { decodeHistogram, mergeHistograms } from '../../../results/histograms/histograms.js';
import { recordedCounts } from '../../../results/histograms/recorded-counts.js';

/** All timed calls of a configuration: what they took, ascending, and how many took that or less. */
export interface Distribution {
  readonly valuesNs: readonly number[];
  readonly cumulative: readonly number[];
  readonly total: number;
}

/**
 * The queue_work calls of all valid trials together; null without them, or where a histogram was
 * left out of the result: a distribution of some trials would pass for that of all.
 */
export function distributionOf(run: Run, label: string): Distribution | null {
  const trials = run.trials.filter((trial) => trial.valid && trial.label === label);
  const found = trials.map(({ histograms }) => histograms && decodeHistogram(histograms.queueNs));
  const histograms = found.filter((histogram) => histogram !== null);
  if (histograms.length === 0 || histograms.length < trials.length) return null;
  return recordedOf(mergeHistograms(histograms));
}

/** The kernel benchmark's rule, `sorted[floor(n * q)]`, to the 3 digits of the histogram. */
export function quantileNs({ valuesNs, cumulative, total }: Distribution, q: number): number {
  const index = Math.min(Math.floor(total * q), total - 1);
  let [low, high] = [0, cumulative.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (cumulative[middle]! > index) high = middle;
    else low = middle + 1;
  }
  return valuesNs[low]!;
}

function recordedOf(histogram: Histogram): Distribution | null {
  const counts = recordedCounts(histogram);
  let total = 0;
  const cumulative = counts.map(({ count }) => {
    total += count;
    return total;
  });
  return total === 0 ? null : { valuesNs: counts.map(({ value }) => value), cumulative, total };
}
