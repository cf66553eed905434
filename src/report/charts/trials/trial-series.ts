import type { Drift, Regimes } from '../../../results/file/summary-schema.js';
import { median } from '../../../results/statistics/sample.js';
import type { ChartSource } from '../chart.js';
import { type DrawnTrial, drawnTrials } from '../trial-states.js';

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

/** One a configuration, in the result's order. */
export function trialSeriesOf(source: ChartSource): TrialSeries[] {
  const { document } = source;
  return document.configurations.map(({ label }) => {
    // The few module runs of a log show no course.
    const summary =
      document.source === 'imported' ? null : document.summary.find((row) => row.label === label);
    const trials = drawnTrials(source, label);
    return seriesOf(label, trials, summary?.regimes ?? null, summary?.drift ?? null);
  });
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

/** Through the middle of the trials. */
function driftLine(
  { slopePerRound }: Drift,
  valid: readonly Rated[],
  medianRate: number,
): Drifting {
  const rounds = valid.map(({ round }) => round);
  const middle = median(rounds);
  const line = rounds.map((round) => ({
    round,
    itemsPerSecond: Math.max(medianRate * (1 + slopePerRound * (round - middle)), 0),
  }));
  return { change: slopePerRound * (Math.max(...rounds) - Math.min(...rounds)), line };
}
