import { median } from '../../results/statistics/sample.js';
import type { Configuration } from '../../scopes/configuration.js';
import { configurationsOf } from '../../scopes/configurations.js';
import type { Scope } from '../../scopes/scope.js';
import type { Topology } from '../../topology/topology.js';
import type { JobRunner } from '../jobs.js';
import { predictTrials } from '../predict-row.js';
import type { PredictionPlan } from '../scenario-of.js';

/**
 * A row of a published table of another workload than the microbenchmark, beside its prediction.
 * How many bytes an item has is not published, so a prediction is in proportion to the row that it
 * is calibrated on.
 */
export interface WorkloadRow {
  readonly machine: string;
  readonly label: string;
  readonly unit: 'MiB/s' | 'GB/s';
  /** In the unit; null: not published. */
  readonly bandwidth: number | null;
  readonly cpuPercent: number | null;
  /** Median over seeds and starts, with the lowest and the highest. */
  readonly predicted: number;
  readonly low: number;
  readonly high: number;
  readonly predictedCpuPercent: number;
  readonly calibrated: boolean;
}

/** What the trials of a row come to. */
export interface Figures {
  readonly rates: readonly number[];
  readonly cpuPercent: number;
  /** Mean wait of an item at its downstream lock, in the trial where that is shortest. */
  readonly downstreamWaitNs: number;
}

const SEEDS = 5;

export async function figuresOf(
  jobs: JobRunner,
  configuration: Configuration,
  plan: PredictionPlan,
): Promise<Figures> {
  const row = { label: configuration.label, configuration };
  const trials = await predictTrials(jobs, row, plan, SEEDS);
  return {
    rates: trials.map(({ items, elapsedNs }) => items / elapsedNs),
    cpuPercent: median(trials.map(({ cpuUse }) => cpuUse!.ownPercent!)),
    downstreamWaitNs: Math.min(
      ...trials.map(({ prediction }) => prediction!.parts!.downstreamWait),
    ),
  };
}

/** Pods by the name that tables give them: `cache`, `smt+strict`, `system+local`. */
export function cutOf(name: string, topology: Topology): Configuration {
  const [scope, ...rules] = name.split('+') as [Scope, ...string[]];
  const wake = (['local', 'node', 'any'] as const).find((policy) => rules.includes(policy));
  const request = { scopes: [scope], affinityStrict: rules.includes('strict') };
  const { configurations } = configurationsOf(
    topology,
    [{ ...request, wake: wake ?? 'lifo' }],
    [{ kind: 'shard-size', size: 8 }],
  );
  return configurations[0]!;
}

/** Where a figure that falls reaches the target, by halving `steps` times. */
export async function fitFalling(
  figureAt: (ns: number) => Promise<number>,
  target: number,
  [low, high]: readonly [number, number],
  steps: number,
): Promise<number> {
  let [above, below] = [low, high];
  for (let step = 0; step < steps; step++) {
    const middle = (above + below) / 2;
    if ((await figureAt(middle)) > target) above = middle;
    else below = middle;
  }
  return (above + below) / 2;
}
