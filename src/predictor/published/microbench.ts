import {
  loadReference,
  referenceNames,
  referenceResultSet,
} from '../../results/reference/reference.js';
import { parseTopology } from '../../topology/load-topology.js';
import { isNamed, isSameCut, targetRows } from '../calibrate/rows.js';
import type { JobRunner } from '../jobs.js';
import { loadMachine, machineNames } from '../machine-files.js';
import { type ComparedRow, predictRowIn } from '../predict-row.js';
import { microbenchPlan } from '../scenario-of.js';

/** Items a thread; the medians no longer move with more. */
const ITEMS = 200;
const SEEDS = 5;

/** Machines of which a microbenchmark is published. */
export function microbenchMachines(): string[] {
  const tables = referenceNames().filter((id) => referenceResultSet(loadReference(id)) !== null);
  return tables.filter((id) => machineNames().includes(id));
}

/** Every published row of a machine beside its prediction. */
export async function microbenchRows(machine: string, jobs: JobRunner): Promise<ComparedRow[]> {
  const profile = loadMachine(machine);
  const topology = parseTopology(profile.topology, machine);
  const targets = targetRows(referenceResultSet(loadReference(machine))!, topology);
  const fitted = targets.filter((target) =>
    profile.calibration?.rows.some((row) => isNamed(target, row)),
  );
  const plan = microbenchPlan(profile, topology.cpus, ITEMS);
  return Promise.all(
    targets.map(async (target) => ({
      machine,
      target,
      predicted: await predictRowIn(jobs, target, plan, SEEDS),
      calibrated: fitted.some((row) => isSameCut(row, target)),
    })),
  );
}
