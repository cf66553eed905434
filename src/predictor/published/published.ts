import type { JobRunner } from '../jobs.js';
import type { ComparedRow } from '../predict-row.js';
import { DM_CRYPT_MACHINE, dmCryptRows } from './dm-crypt.js';
import { microbenchMachines, microbenchRows } from './microbench.js';
import { RPCIOD_MACHINE, rpciodRows } from './rpciod.js';
import type { WorkloadRow } from './workload-row.js';

/** Published rows beside their predictions. */
export interface Published {
  readonly microbench: readonly ComparedRow[];
  readonly workloads: readonly WorkloadRow[];
}

const WORKLOADS: Readonly<Record<string, (jobs: JobRunner) => Promise<WorkloadRow[]>>> = {
  [RPCIOD_MACHINE]: rpciodRows,
  [DM_CRYPT_MACHINE]: dmCryptRows,
};

/** Machines of which a table is published that a model can be held against. */
export function publishedMachines(): string[] {
  return [...microbenchMachines(), ...Object.keys(WORKLOADS)];
}

/** Of some of `publishedMachines()`. */
export async function predictPublished(
  machines: readonly string[],
  jobs: JobRunner,
): Promise<Published> {
  const microbench: ComparedRow[] = [];
  const workloads: WorkloadRow[] = [];
  for (const machine of machines) {
    const rowsOf = WORKLOADS[machine];
    if (rowsOf === undefined) microbench.push(...(await microbenchRows(machine, jobs)));
    else workloads.push(...(await rowsOf(jobs)));
  }
  return { microbench, workloads };
}
