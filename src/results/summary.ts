import { compareByRound } from './compare/by-round.js';
import { placementOf, relativeLatencies } from './core-to-core/placement.js';
import { probedRounds } from './core-to-core/probes.js';
import { costFigures } from './cost-figures.js';
import type { ConfigurationSummary, Run } from './file/run-file.js';
import type { Correlation } from './file/summary-schema.js';
import type { Latency, Series, TrialRecord } from './file/trial-schema.js';
import { rateOf } from './rate.js';
import { seriesWarnings } from './series-warnings.js';
import { driftOf } from './statistics/drift.js';
import { regimesOf } from './statistics/regimes.js';
import { median } from './statistics/sample.js';
import { READING_WARNINGS } from './trial-record.js';

/** What of a run its summary depends on besides the trials. */
export type Summarised = Pick<Run, 'baseline' | 'threshold' | 'seed'> & {
  readonly configurations: readonly { readonly label: string }[];
};

/**
 * `figures` leaves out what draws at random, a bootstrap or permutations: some ms each, enough to
 * be felt where the summary is drawn up after every trial.
 */
export type SummaryDepth = 'figures' | 'comparisons';

/**
 * What each configuration did over its trials. The trial is the unit: samples of different trials
 * are never pooled. Invalid trials are counted and left out, doubtful ones counted and kept.
 */
export function summarise(
  run: Summarised,
  trials: readonly TrialRecord[],
  depth: SummaryDepth = 'comparisons',
): ConfigurationSummary[] {
  const valid = trials.filter((trial) => trial.valid);
  const of = (label: string) => valid.filter((trial) => trial.label === label);
  const baseline = run.baseline === null ? [] : of(run.baseline);
  const latencies = relativeLatencies(probedRounds(trials));
  return run.configurations.map(({ label }) => {
    const own = of(label);
    const invalid = trials.filter((trial) => trial.label === label).length - own.length;
    const deep = depth === 'comparisons';
    const placement = deep ? placementOf(own, latencies, run.seed) : null;
    const compared = deep && label !== run.baseline;
    return {
      ...summariseTrials(label, own, invalid, placement),
      comparison: compared ? compareByRound(baseline, own, run) : null,
    };
  });
}

function summariseTrials(
  label: string,
  trials: readonly TrialRecord[],
  invalid: number,
  placement: Correlation | null,
): Omit<ConfigurationSummary, 'comparison'> {
  const rates = trials.map((trial) => trial.itemsPerSecond);
  const measured = trials.map(({ round, itemsPerSecond: value }) => ({ round, value }));
  const course = { drift: driftOf(measured), regimes: regimesOf(rates), placement };
  return {
    label,
    n: trials.length,
    invalid,
    doubtful: trials.filter(isDoubtful).length,
    itemsPerSecond: rateOf(rates),
    queueNs: latencyOver(trials, 'queueNs'),
    roundTripNs: latencyOver(trials, 'roundTripNs'),
    ...costFigures(trials),
    warnings: [
      ...warningsOf(trials),
      ...seriesWarnings(course).map((found) => ({ ...found, trials: trials.length })),
    ],
    ...course,
  };
}

/** Its course, not only its percentiles, was warned of. */
export function isDoubtful(trial: Pick<TrialRecord, 'warnings'>): boolean {
  return trial.warnings.some((warning) => !READING_WARNINGS.includes(warning.code));
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
