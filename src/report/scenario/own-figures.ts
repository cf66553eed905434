import type { ConfigurationSummary, Run } from '../../results/file/run-file.js';
import type { TrialRecord } from '../../results/file/trial-schema.js';
import { mean, sampleStddev } from '../../results/statistics/sample.js';

/** Figures of one configuration of a run, found by any of its names. */
export interface OwnFigures {
  readonly label: string;
  readonly summary: ConfigurationSummary;
  readonly trials: readonly TrialRecord[];
}

/** Null where the run has no such configuration, or no valid trial of it. */
export function ownFigures(run: Run | undefined, name: string): OwnFigures | null {
  const index = run?.configurations.findIndex(({ names }) => names.includes(name)) ?? -1;
  const summary = run?.summary[index];
  if (run === undefined || summary === undefined || summary.n === 0) return null;
  const { label } = summary;
  return { label, summary, trials: run.trials.filter((one) => one.valid && one.label === label) };
}

export interface MeanAndSpread {
  readonly mean: number;
  /** Null for a single value. */
  readonly stddev: number | null;
}

/** Null without any value. */
export function spreadOf(values: readonly number[]): MeanAndSpread | null {
  if (values.length === 0) return null;
  return { mean: mean(values), stddev: values.length > 1 ? sampleStddev(values) : null };
}

/** Change of the mean rate in percent; 0 for the baseline itself. */
export function changePercent(own: OwnFigures | null, baseline: OwnFigures | null): number | null {
  const [rate, base] = [own, baseline].map((one) => one?.summary.itemsPerSecond?.mean ?? null);
  return rate == null || !base ? null : 100 * (rate / base - 1);
}

/** Of rates in items/s over those of the baseline, by the medians. */
export function rateRatio(own: OwnFigures | null, baseline: OwnFigures | null): number | null {
  const [rate, base] = [own, baseline].map((one) => one?.summary.itemsPerSecond?.median ?? null);
  return rate == null || !base ? null : rate / base;
}
