import { existsSync } from 'node:fs';
import { WqbenchError } from '../core/errors.js';
import { predictRow } from '../predictor/predict-row.js';
import type { PredictionPlan } from '../predictor/scenario-of.js';
import type { Run } from '../results/file/run-file.js';
import { ITEMS_RATE, type ResultSet, resultSetOf } from '../results/result-set.js';
import { parseCpuList } from '../topology/cpu-list.js';
import { fitRun } from './calibrate-machine.js';
import { findMachine } from './machine-source.js';

const ITEMS = 300;
const SEEDS = 5;

/**
 * What a machine is predicted to do in the rows of a run: `machine` is a name or file, or the run
 * itself, whose costs are then fitted to its own rows. Throws 'bad-option' without such a run.
 */
export function predictedSet(name: string, machine: string, beside: Run | null): ResultSet {
  if (beside === null) {
    const message = `predicted:${machine} has no rows of its own`;
    throw new WqbenchError(
      'bad-option',
      message,
      'name a run beside it, whose rows it is to predict',
    );
  }
  const isRun = existsSync(machine) && !machine.endsWith('.json');
  const profile = isRun ? fitRun(machine) : findMachine(machine);
  const plan: PredictionPlan = {
    profile,
    cpus: beside.topology.cpus,
    submitters: beside.trials[0]?.threads.map(({ cpu }) => cpu) ?? [],
    kworkers: beside.kworkers,
    maxKworkers: beside.maxKworkers,
    workload: { kind: 'microbench' },
    distribution: 'fixed',
    lock: beside.lock.kind,
    timesHolds: false,
    depth: beside.depth,
    itemsPerThread: ITEMS,
  };
  if (beside.workload !== 'microbench') {
    const message = `predicted:${machine} is beside a run of workload ${beside.workload}`;
    throw new WqbenchError(
      'bad-option',
      message,
      'use wqbench predict for loads other than microbench',
    );
  }
  return {
    ...resultSetOf(name, beside, beside.schemaVersion),
    name,
    origin: 'predicted',
    rateName: ITEMS_RATE,
    facts: {
      schemaVersion: null,
      workload: beside.workload,
      threads: beside.threads,
      itemsPerThread: null,
      sampleEvery: null,
      lock: beside.lock.kind,
      kworkers: beside.kworkers,
      depth: beside.depth,
      arrivalsPerSecond: 'closed loop',
      pinning: null,
      cpuModel: null,
    },
    rows: beside.configurations.map(({ label, names, pods, affinityStrict, wake }) => ({
      label,
      names,
      trials: predictTrials(label, pods.map(parseCpuList), affinityStrict, wake, plan),
    })),
  };
}

function predictTrials(
  label: string,
  pods: readonly (readonly number[])[],
  affinityStrict: boolean,
  wake: Run['configurations'][number]['wake'],
  plan: PredictionPlan,
): ResultSet['rows'][number]['trials'] {
  const configuration = { pods, affinityStrict, wake: wake ?? 'lifo' };
  const { trials } = predictRow({ label, configuration }, plan, SEEDS);
  return trials.map((trial) => ({ round: null, ...trial }));
}
