import type { Histogram } from 'hdr-histogram-js';
import { WqbenchError } from '../../core/errors.js';
import type { Run } from '../file/run-file.js';
import {
  type Latency,
  PERCENTILES,
  SERIES,
  type Series,
  type TrialRecord,
} from '../file/trial-schema.js';
import { indexOf } from '../percentiles.js';
import { bucketOf, decodeHistogram, valueAt } from './histograms.js';

/** A series of one trial, in ns. */
export interface TrialHistogram {
  readonly trial: TrialRecord;
  readonly series: Series;
  readonly histogram: Histogram;
}

/**
 * The histograms of the valid trials of a run that was read, as executed, each trial's series in
 * the order of `SERIES`. Throws 'bad-result', naming `file` and the place inside it, where they
 * were left out.
 */
export function trialHistograms(run: Run, file: string): TrialHistogram[] {
  return run.trials.flatMap((trial, index) => {
    if (!trial.valid) return [];
    const { histograms } = trial;
    if (histograms === null) {
      const problem = `${file}: trials[${index}].histograms: left out of this result`;
      const nextStep = 'use --to csv, markdown or kernel, which need only the figures';
      throw new WqbenchError('bad-result', problem, nextStep);
    }
    return SERIES.map((series) => ({
      trial,
      series,
      histogram: decodeHistogram(histograms[series]),
    }));
  });
}

/** What is wrong with the histograms of a trial, as `path: problem`; null where nothing is. */
export function histogramProblem({ histograms, ...trial }: TrialRecord): string | null {
  if (histograms === null) return null;
  for (const series of SERIES) {
    const histogram = decoded(histograms[series]);
    if (histogram === null) return `histograms.${series}: no HdrHistogram in V2`;
    const { samples } = trial[series];
    const count = histogram.totalCount;
    if (count !== samples) return `histograms.${series}: has ${count} values of ${samples} samples`;
    const strange = FIGURES.find(([name, q]) => !recordedAt(histogram, q, trial[series][name]));
    if (strange)
      return `${series}.${strange[0]}: ${trial[series][strange[0]]} is not what its histogram has`;
  }
  return null;
}

function decoded(encoded: string): Histogram | null {
  try {
    return decodeHistogram(encoded);
  } catch {
    return null;
  }
}

const FIGURES = [...Object.entries(PERCENTILES), ['max', 1]] as [keyof Latency, number][];

/** Whether the sample that the percentile `q` falls on was recorded where `value` would be. */
function recordedAt(histogram: Histogram, q: number, value: number): boolean {
  return bucketOf(value) === bucketOf(valueAt(histogram, indexOf(histogram.totalCount, q)));
}
