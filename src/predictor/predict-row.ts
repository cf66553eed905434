import { WqbenchError } from '../core/errors.js';
import { latencyOf } from '../results/percentiles.js';
import { median } from '../results/statistics/sample.js';
import type { TrialOutcome } from '../runner/trial-executor.js';
import { type Job, type JobRunner, runJob } from './jobs.js';
import { STARTS } from './scenario.js';
import { type Cut, type PredictionPlan, scenarioOf } from './scenario-of.js';

/** A row of a result that costs are fitted to. */
export interface TargetRow {
  readonly label: string;
  /** With the label: what the row's pods are called. */
  readonly names: readonly string[];
  readonly configuration: Cut;
  readonly itemsPerSecond: number;
  /** Null where the source does not say. */
  readonly queueP50Ns: number | null;
}

/** A published or measured row beside what the model makes of it. */
export interface ComparedRow {
  readonly machine: string;
  readonly target: TargetRow;
  readonly predicted: PredictedRow;
  /** Costs were fitted to it, or to another one of the same pods. */
  readonly calibrated: boolean;
}

/** What a model makes of a row. */
export interface PredictedRow {
  readonly label: string;
  /** Median over seeds and starts, with the lowest and the highest. */
  readonly itemsPerSecond: number;
  readonly low: number;
  readonly high: number;
  readonly queueP50Ns: number;
  readonly queueP90Ns: number;
  readonly queueP95Ns: number;
  readonly trials: readonly PredictedTrial[];
}

export interface PredictedTrial {
  readonly itemsPerSecond: number;
  readonly p50Ns: number;
  readonly p90Ns: number;
  readonly p95Ns: number;
}

const MOST_EVENTS = 20_000_000;

/** A row's figures on a machine, over `seeds` seeds from 1 on and both starts. */
export function predictRow(row: RowToPredict, plan: PredictionPlan, seeds: number): PredictedRow {
  return rowOf(row.label, finished(row.label, jobsOf(row.configuration, plan, seeds).map(runJob)));
}

/** The same with the trials spread over threads. */
export async function predictRowIn(
  jobs: JobRunner,
  row: RowToPredict,
  plan: PredictionPlan,
  seeds: number,
): Promise<PredictedRow> {
  return rowOf(row.label, await predictTrials(jobs, row, plan, seeds));
}

/** Trials of one row, of each seed from 1 on and of both starts. Throws 'no-figure' as above. */
export async function predictTrials(
  jobs: JobRunner,
  { label, configuration }: RowToPredict,
  plan: PredictionPlan,
  seeds: number,
): Promise<readonly TrialOutcome[]> {
  const all = jobsOf(configuration, plan, seeds);
  return finished(label, await Promise.all(all.map((job) => jobs.run(job))));
}

type RowToPredict = Pick<TargetRow, 'label' | 'configuration'>;

function jobsOf(cut: Cut, plan: PredictionPlan, seeds: number): Job[] {
  const scenario = scenarioOf(cut, plan);
  return Array.from({ length: seeds }, (_, nth) => nth + 1).flatMap((seed) =>
    STARTS.map((start): Job => {
      const draw = { seed, start, maxEvents: MOST_EVENTS };
      return { model: 'simulation', scenario, draw };
    }),
  );
}

/** Throws 'no-figure' where a trial did not come to its end. */
function finished(label: string, outcomes: readonly TrialOutcome[]): readonly TrialOutcome[] {
  const unfinished = outcomes.flatMap(({ violations }) => violations)[0];
  if (unfinished === undefined) return outcomes;
  const message = `the simulation of ${label} ${unfinished}`;
  throw new WqbenchError('no-figure', message, 'start from other costs, or take fewer CPUs');
}

function rowOf(label: string, outcomes: readonly TrialOutcome[]): PredictedRow {
  const trials = outcomes.map(({ items, elapsedNs, queueNs }): PredictedTrial => {
    const sorted = queueNs.toSorted();
    const { p50, p90, p95 } = latencyOf(sorted);
    return { itemsPerSecond: (items / elapsedNs) * 1e9, p50Ns: p50, p90Ns: p90, p95Ns: p95 };
  });
  const rates = trials.map(({ itemsPerSecond }) => itemsPerSecond);
  return {
    label,
    itemsPerSecond: median(rates),
    low: Math.min(...rates),
    high: Math.max(...rates),
    queueP50Ns: median(trials.map(({ p50Ns }) => p50Ns)),
    queueP90Ns: median(trials.map(({ p90Ns }) => p90Ns)),
    queueP95Ns: median(trials.map(({ p95Ns }) => p95Ns)),
    trials,
  };
}
