import { groupBy } from '../../core/group-by.js';
import { loadReference } from '../../results/reference/reference.js';
import { median } from '../../results/statistics/sample.js';
import { parseTopology } from '../../topology/load-topology.js';
import type { Topology } from '../../topology/topology.js';
import type { JobRunner } from '../jobs.js';
import { loadMachine } from '../machine-files.js';
import { microbenchPlan, type PredictionPlan } from '../scenario-of.js';
import { cutOf, figuresOf, fitFalling, type WorkloadRow } from './workload-row.js';

export const DM_CRYPT_MACHINE = 'ryzen-3900x';

/** Every LLC of the node in turn; and not from the kworker's previous CPU, but from the waker's. */
const PROPOSED = ['system+node', 'cache+node', 'system+any', 'cache+any'];

const ISSUERS = 8;

/** Encryption of an item, in ns: the order of magnitude; only its ratio to the issuer's work tells. */
const WORK_NS = 100_000;
const ISSUER_WORK_NS = [0, 100_000] as const;

/**
 * Encryption for 8 issuers with 64 items in flight, who verify what comes back. How long that
 * takes is fitted to the CPU utilisation of `system`, and nothing else is fitted.
 */
export async function dmCryptRows(jobs: JobRunner): Promise<WorkloadRow[]> {
  const reference = loadReference('ryzen-3900x-dmcrypt');
  if (!('rows' in reference && 'wakeup_placement' in reference)) return [];
  const profile = loadMachine(DM_CRYPT_MACHINE);
  const topology = parseTopology(profile.topology, DM_CRYPT_MACHINE);
  const published = new Map(reference.rows.map((row) => [row.config, row]));
  const system = published.get('system')!;
  const planWith = (submitterWorkNs: number): PredictionPlan => ({
    ...microbenchPlan(profile, topology.cpus, 3000),
    submitters: issuersOf(topology),
    submittersBound: false,
    submitterWorkNs,
    workload: { kind: 'spin', ns: WORK_NS },
    depth: 64,
  });
  const figuresAt = (name: string, workNs: number) =>
    figuresOf(jobs, cutOf(name, topology), planWith(workNs));
  const utilisationAt = async (workNs: number) => (await figuresAt('system', workNs)).cpuPercent;
  const workNs = await fitFalling(utilisationAt, system.cpu_util_pct, ISSUER_WORK_NS, 8);
  const names = [...published.keys(), ...PROPOSED];
  const figures = await Promise.all(names.map((name) => figuresAt(name, workNs)));
  const unit = system.bw_mib_s / median(figures[names.indexOf('system')]!.rates);
  return names.map((label, nth) => {
    const { rates, cpuPercent } = figures[nth]!;
    return {
      machine: DM_CRYPT_MACHINE,
      label,
      unit: 'MiB/s',
      bandwidth: published.get(label)?.bw_mib_s ?? null,
      cpuPercent: published.get(label)?.cpu_util_pct ?? null,
      predicted: unit * median(rates),
      low: unit * Math.min(...rates),
      high: unit * Math.max(...rates),
      predictedCpuPercent: cpuPercent,
      calibrated: label === 'system',
    };
  });
}

/** Two under each LLC, each on a core of its own. */
function issuersOf({ cpus }: Topology): number[] {
  const llcs = [...groupBy(cpus, ({ llc }) => llc).values()];
  return llcs.flatMap((own) => {
    const cores = [...groupBy(own, ({ core }) => core).values()];
    return cores.slice(0, ISSUERS / llcs.length).map(([first]) => first!.cpu);
  });
}
