import type { Histogram } from 'hdr-histogram-js';
import { WqbenchError } from '../core/errors.js';
import { decodeHistogram } from './histograms.js';
import type { Run } from './run-file.js';
import { SERIES, type Series, type TrialRecord } from './trial-schema.js';

/** A series of one trial, in ns. */
export interface TrialHistogram {
  readonly trial: TrialRecord;
  readonly series: Series;
  readonly histogram: Histogram;
}

/**
 * The histograms of the valid trials, as executed, each trial's series in the order of `SERIES`.
 * Throws 'bad-result', naming `file` and the place inside it, where one is absent or damaged.
 */
export function trialHistograms(run: Run, file: string): TrialHistogram[] {
  return run.trials.flatMap((trial, index) => {
    if (!trial.valid) return [];
    const place = `${file}: trials[${index}].histograms`;
    if (trial.histograms === null) {
      const nextStep = 'use --to csv, markdown or kernel, which need only the figures';
      throw new WqbenchError('bad-result', `${place}: left out of this result`, nextStep);
    }
    const { histograms } = trial;
    return SERIES.map((series) => ({
      trial,
      series,
      histogram: decode(histograms[series], trial[series].samples, `${place}.${series}`),
    }));
  });
}

function decode(encoded: string, samples: number, place: string): Histogram {
  const nextStep = 'measure again, or use --to csv, markdown or kernel';
  let histogram: Histogram;
  try {
    histogram = decodeHistogram(encoded);
  } catch (cause) {
    throw new WqbenchError('bad-result', `${place}: no HdrHistogram in V2`, nextStep, { cause });
  }
  if (histogram.totalCount === samples) return histogram;
  const problem = `${place}: has ${histogram.totalCount} values of ${samples} samples`;
  throw new WqbenchError('bad-result', problem, nextStep);
}
