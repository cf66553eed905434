import type { Rate } from '../../../results/file/summary-schema.js';
import { isDoubtful } from '../../../results/summary.js';
import { heard } from '../../run/silence.js';
import type { ChartSource } from '../chart.js';

export interface TrialDot {
  readonly round: number;
  readonly itemsPerSecond: number;
  readonly state: 'valid' | 'doubtful' | 'invalid';
  /** Why it is not plainly valid. */
  readonly doubts: readonly string[];
}

/** A configuration of one source. */
export interface Row {
  readonly source: number;
  readonly label: string;
  /** As executed. */
  readonly trials: readonly TrialDot[];
  /** Over the valid trials. */
  readonly rate: Rate | null;
}

/** The rows with trials, those of one label together, in the order in which labels first come up. */
export function throughputRows(sources: readonly ChartSource[]): Row[] {
  const labels = new Set(
    sources.flatMap(({ document }) => document.configurations.map(({ label }) => label)),
  );
  return [...labels].flatMap((label) =>
    sources.flatMap(({ document }, source) => {
      const trials = dotsOf(document, label);
      return trials.length === 0 ? [] : [{ source, label, trials, rate: rateOf(document, label) }];
    }),
  );
}

function rateOf(document: ChartSource['document'], label: string): Rate | null {
  const summaries: readonly { label: string; itemsPerSecond: Rate | null }[] = document.summary;
  return summaries.find((summary) => summary.label === label)?.itemsPerSecond ?? null;
}

function dotsOf(document: ChartSource['document'], label: string): TrialDot[] {
  if (document.source === 'imported') {
    const trials = document.trials.filter((trial) => trial.label === label);
    return trials.map((trial) => ({ ...trial, state: 'valid', doubts: [] }));
  }
  const trials = document.trials.filter((trial) => trial.label === label);
  return trials.map(({ round, itemsPerSecond, valid, violations, ...trial }) => {
    if (!valid) return { round, itemsPerSecond, state: 'invalid', doubts: violations };
    const warnings = heard(trial.warnings, document);
    return isDoubtful({ warnings })
      ? { round, itemsPerSecond, state: 'doubtful', doubts: warnings.map(({ code }) => code) }
      : { round, itemsPerSecond, state: 'valid', doubts: [] };
  });
}
