import type { ConfigurationSummary, Run } from '../file/run-file.js';
import type { TrialRecord } from '../file/trial-schema.js';
import { comparePaired, type Pair } from '../statistics/comparison.js';

/**
 * Trials of a configuration against those of another in the same rounds: they ran close to each
 * other, so what the machine did fell on both. Null without such a round.
 */
export function compareByRound(
  baseline: readonly TrialRecord[],
  trials: readonly TrialRecord[],
  { threshold, seed }: Pick<Run, 'threshold' | 'seed'>,
): ConfigurationSummary['comparison'] {
  const rates = pairsByRound(baseline, trials, (trial) => trial.itemsPerSecond);
  if (rates.length === 0) return null;
  const latencies = pairsByRound(baseline, trials, (trial) => trial.queueNs.p50);
  return {
    itemsPerSecond: comparePaired(rates, { threshold, seed, better: 'higher' }),
    queueP50: comparePaired(latencies, { threshold, seed, better: 'lower' }),
  };
}

/** A figure of the trials beside that of the baseline, for each round that both have. */
export function pairsByRound(
  baseline: readonly TrialRecord[],
  trials: readonly TrialRecord[],
  pick: (trial: TrialRecord) => number,
): Pair[] {
  const besides = new Map(baseline.map((trial) => [trial.round, trial]));
  return trials.flatMap((trial) => {
    const beside = besides.get(trial.round);
    return beside ? [{ baseline: pick(beside), value: pick(trial) }] : [];
  });
}
