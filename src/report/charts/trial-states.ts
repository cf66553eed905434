import { isDoubtful } from '../../results/summary.js';
import { heard } from '../run/silence.js';
import type { ChartSource } from './chart.js';

export type TrialState = 'valid' | 'doubtful' | 'invalid';

export interface DrawnTrial {
  readonly round: number;
  readonly itemsPerSecond: number;
  readonly state: TrialState;
  /** What it violated, or the codes of its warnings; empty for a valid one. */
  readonly doubts: readonly string[];
}

/** The trials of a configuration, as executed. A log's rows carry no doubts. */
export function drawnTrials({ document }: ChartSource, label: string): DrawnTrial[] {
  if (document.source === 'imported') {
    return document.trials
      .filter((trial) => trial.label === label)
      .map(({ round, itemsPerSecond }) => ({ round, itemsPerSecond, state: 'valid', doubts: [] }));
  }
  const trials = document.trials.filter((trial) => trial.label === label);
  return trials.map(({ round, itemsPerSecond, valid, violations, warnings }) => {
    if (!valid) return { round, itemsPerSecond, state: 'invalid', doubts: violations };
    const doubts = heard(warnings, document).filter((one) => isDoubtful({ warnings: [one] }));
    return {
      round,
      itemsPerSecond,
      state: doubts.length > 0 ? 'doubtful' : 'valid',
      doubts: [...new Set(doubts.map(({ code }) => code))],
    };
  });
}
