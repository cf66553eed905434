import { WqbenchError } from '../core/errors.js';
import { predictRow } from '../predictor/predict-row.js';
import { microbenchPlan } from '../predictor/scenario-of.js';
import type { MachineProfile } from '../results/file/machine-schema.js';
import type { Run } from '../results/file/run-file.js';
import { modelledLoad } from '../results/modelled-load.js';
import { type ResultSet, resultSetOf } from '../results/result-set.js';
import { parseCpuList } from '../topology/cpu-list.js';
import { fitRun, planOfRun } from './fit-result.js';
import { findMachine, isMachine } from './machine-source.js';

const ITEMS = 300;
const SEEDS = 5;

/**
 * What the rows of a run are predicted to be with the costs of a machine, by its name or file; or of
 * a run, whose machine is fitted to its own rows first. Throws 'bad-option' without rows to predict.
 */
export function predictedSource(
  name: string,
  place: string,
  beside: Run | null,
): { readonly set: ResultSet; readonly remarks: readonly string[] } {
  if (beside === null) {
    const message = `predicted:${place} has no rows of its own`;
    throw new WqbenchError('bad-option', message, 'name a run beside it, whose rows it predicts');
  }
  const isPlain = beside.workload === 'microbench' && modelledLoad(beside).length === 0;
  if (!isPlain || beside.arrivalsPerSecond !== null) {
    const message = `predicted:${place} is of microbench in a closed loop, and the run beside it is not`;
    throw new WqbenchError('bad-option', message, 'use wqbench predict for other loads');
  }
  const profile = isMachine(place) ? findMachine(place) : fitRun(place);
  const set = resultSetOf(name, beside, beside.schemaVersion);
  const predicted: ResultSet = {
    ...set,
    origin: 'predicted',
    // A window of virtual time has no number of items, and no machine, that should be alike.
    facts: {
      ...set.facts,
      schemaVersion: null,
      itemsPerThread: null,
      pinning: null,
      cpuModel: null,
    },
    rows: rowsOf(beside, profile),
  };
  return {
    set: predicted,
    remarks: ['PREDICTED by a model, not measured.', ...aboutCosts(profile, beside)],
  };
}

function aboutCosts({ calibration, engine }: MachineProfile, beside: Run): string[] {
  return [
    ...(calibration === null
      ? []
      : [`Its costs are fitted to ${calibration.rows.join(' and ')} of ${calibration.source}.`]),
    ...(engine === 'kernel' && beside.kworkers === 'inline'
      ? ["They are costs of the kernel's code, and the run beside it is of wqbench's own loop."]
      : []),
  ];
}

function rowsOf(run: Run, profile: MachineProfile): ResultSet['rows'] {
  const plan = planOfRun(run, microbenchPlan(profile, run.topology.cpus, ITEMS));
  return run.configurations.map(({ label, names, pods, affinityStrict, wake }) => {
    const cut = { pods: pods.map(parseCpuList), affinityStrict, wake: wake ?? 'lifo' };
    const { trials } = predictRow({ label, configuration: cut }, plan, SEEDS);
    return { label, names, trials: trials.map((trial) => ({ round: null, ...trial })) };
  });
}
