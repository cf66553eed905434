import type { ImportedRun } from '../../../results/file/imported-run.js';
import type { Run } from '../../../results/file/run-file.js';
import type { Drift, Regimes } from '../../../results/file/summary-schema.js';
import type { TrialRecord } from '../../../results/file/trial-schema.js';
import { median } from '../../../results/statistics/sample.js';
import { isDoubtful } from '../../../results/summary.js';

/** The trials of one configuration in the order of their rounds, and what is known of their course. */
export interface TrialSeries {
  readonly label: string;
  readonly trials: readonly DrawnTrial[];
  /** Over the valid trials; null without any. */
  readonly medianRate: number | null;
  readonly regimes: Regimes | null;
  /** Null unless it is significant. */
  readonly drift: Drifting | null;
}

export interface Drifting {
  /** From the first to the last point of its line, as a part of the median. */
  readonly change: number;
  readonly line: readonly Rated[];
}

export interface Rated {
  readonly round: number;
  readonly itemsPerSecond: number;
}

export type TrialState = 'valid' | 'doubtful' | 'invalid';

export interface DrawnTrial extends Rated {
  readonly state: TrialState;
  /** What it violated, or the codes of its warnings; empty for a valid one. */
  readonly doubts: readonly string[];
}

/** One a configuration, in the result's order. */
export function trialSeriesOf(document: Run | ImportedRun): TrialSeries[] {
  return document.source === 'imported' ? importedSeries(document) : runSeries(document);
}

function runSeries(run: Run): TrialSeries[] {
  return run.configurations.map(({ label }) => {
    const trials = run.trials.filter((trial) => trial.label === label).map(drawn);
    const summary = run.summary.find((row) => row.label === label);
    return seriesOf(label, trials, summary?.regimes ?? null, summary?.drift ?? null);
  });
}

/** A log's rows carry no doubts, and its few module runs show no course. */
function importedSeries({ configurations, trials }: ImportedRun): TrialSeries[] {
  return configurations.map(({ label }) => {
    const own = trials
      .filter((trial) => trial.label === label)
      .map(({ round, itemsPerSecond }): DrawnTrial => {
        return { round, itemsPerSecond, state: 'valid', doubts: [] };
      });
    return seriesOf(label, own, null, null);
  });
}

function drawn(trial: TrialRecord): DrawnTrial {
  const { round, itemsPerSecond, valid, violations, warnings } = trial;
  if (!valid) return { round, itemsPerSecond, state: 'invalid', doubts: violations };
  const doubts = warnings.filter((warning) => isDoubtful({ warnings: [warning] }));
  return {
    round,
    itemsPerSecond,
    state: doubts.length > 0 ? 'doubtful' : 'valid',
    doubts: [...new Set(doubts.map(({ code }) => code))],
  };
}

function seriesOf(
  label: string,
  trials: readonly DrawnTrial[],
  regimes: Regimes | null,
  drift: Drift | null,
): TrialSeries {
  const inOrder = trials.toSorted((a, b) => a.round - b.round);
  const valid = inOrder.filter(({ state }) => state !== 'invalid');
  const rates = valid.map(({ itemsPerSecond }) => itemsPerSecond);
  const medianRate = rates.length === 0 ? null : median(rates);
  return {
    label,
    trials: inOrder,
    medianRate,
    regimes,
    drift: drift?.significant && medianRate !== null ? driftLine(drift, valid, medianRate) : null,
  };
}

/** Through the middle of the trials; the slope counts valid trials, of which a round may have none. */
function driftLine(
  { slopePerRound }: Drift,
  valid: readonly Rated[],
  medianRate: number,
): Drifting {
  const steps = valid.length - 1;
  const line = valid.map(({ round }, index) => ({
    round,
    itemsPerSecond: Math.max(medianRate * (1 + slopePerRound * (index - steps / 2)), 0),
  }));
  return { change: slopePerRound * steps, line };
}
