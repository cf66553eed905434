import { rateOf } from './rate.js';
import type { ConfigurationSummary, Run } from './run-file.js';
import { median } from './statistics.js';
import { PERCENTILE_WARNINGS } from './trial-record.js';
import type { Latency, Series, TrialRecord } from './trial-schema.js';

/** What of a run its summary depends on besides the trials. */
export type Summarised = Pick<Run, 'baseline' | 'threshold' | 'seed'> & {
  readonly configurations: readonly { readonly label: string }[];
};

/**
 * What each configuration did over its trials. The trial is the unit: samples of different trials
 * are never pooled. Invalid trials are counted and left out, doubtful ones counted and kept.
 */
export function summarise(run: Summarised, trials: readonly TrialRecord[]): ConfigurationSummary[] {
  return run.configurations.map(({ label }) =>
    summariseTrials(
      label,
      trials.filter((trial) => trial.label === label),
    ),
  );
}

function summariseTrials(label: string, trials: readonly TrialRecord[]): ConfigurationSummary {
  const valid = trials.filter((trial) => trial.valid);
  return {
    label,
    n: valid.length,
    invalid: trials.length - valid.length,
    doubtful: valid.filter(isDoubtful).length,
    itemsPerSecond: rateOf(valid.map((trial) => trial.itemsPerSecond)),
    queueNs: latencyOver(valid, 'queueNs'),
    roundTripNs: latencyOver(valid, 'roundTripNs'),
    warnings: warningsOf(valid),
    comparison: null,
    drift: null,
    regimes: null,
  };
}

function isDoubtful(trial: TrialRecord): boolean {
  return trial.warnings.some((warning) => !PERCENTILE_WARNINGS.includes(warning.code));
}

function latencyOver(trials: readonly TrialRecord[], series: Series): Latency | null {
  if (trials.length === 0) return null;
  const medianOf = (pick: (latency: Latency) => number) =>
    median(trials.map((trial) => pick(trial[series])));
  return {
    p50: medianOf((latency) => latency.p50),
    p90: medianOf((latency) => latency.p90),
    p95: medianOf((latency) => latency.p95),
    p99: medianOf((latency) => latency.p99),
    max: Math.max(...trials.map((trial) => trial[series].max)),
  };
}

function warningsOf(trials: readonly TrialRecord[]): ConfigurationSummary['warnings'] {
  const found = new Map<string, { code: string; message: string; trials: number }>();
  for (const trial of trials) {
    const raised = new Map(trial.warnings.toReversed().map((warning) => [warning.code, warning]));
    for (const { code, message } of raised.values()) {
      const known = found.get(code);
      if (known) known.trials++;
      else found.set(code, { code, message, trials: 1 });
    }
  }
  return [...found.values()];
}
