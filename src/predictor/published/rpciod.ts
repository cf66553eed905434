import { loadReference } from '../../results/reference/reference.js';
import { median } from '../../results/statistics/sample.js';
import { parseTopology } from '../../topology/load-topology.js';
import type { Topology } from '../../topology/topology.js';
import type { JobRunner } from '../jobs.js';
import { loadMachine } from '../machine-files.js';
import { microbenchPlan, type PredictionPlan } from '../scenario-of.js';
import { cutOf, figuresOf, fitFalling, type WorkloadRow } from './workload-row.js';

export const RPCIOD_MACHINE = 'rpciod-2x24';

/** Completion queues, and requests of each in flight: of the order of a mount with `nconnect=16`. */
const ISSUERS = 16;
const DEPTH = 16;

const ISSUER_WORK_NS = [0, 40_000] as const;

/** Trials differ by some percent where the line is full. */
const NEARLY = 0.9;

/**
 * Completions that arrive at both nodes alike, and free memory under a lock of the node. Two times
 * are taken from the lock statistics of the cache_shard row: the hold, as long as it takes for every
 * CPU of a node in line to wait for the published mean; and the issuers' own work, the longest with
 * which they still wait nearly that long.
 */
export async function rpciodRows(jobs: JobRunner): Promise<WorkloadRow[]> {
  const reference = loadReference('rpciod-scope-ladder');
  if (!('scope_ladder_gb_s' in reference)) return [];
  const profile = loadMachine(RPCIOD_MACHINE);
  const topology = parseTopology(profile.topology, RPCIOD_MACHINE);
  const nodes = cpusByNode(topology);
  const waitNs = 1000 * reference.lock_contention.cache_shard!.slab_free!.avg_wait_us!;
  const holdNs = Math.round(waitNs / nodes[0]!.length);
  const planWith = (submitterWorkNs: number, onFirstNode: number): PredictionPlan => ({
    ...microbenchPlan(profile, topology.cpus, 300),
    submitters: [
      ...spreadOver(nodes[0]!, onFirstNode),
      ...spreadOver(nodes[1]!, ISSUERS - onFirstNode),
    ],
    submitterWorkNs,
    workload: { kind: 'downstream', holdNs, span: 'node' },
    distribution: 'exponential',
    depth: DEPTH,
  });
  const figuresAt = (name: string, workNs: number, onFirstNode = ISSUERS / 2) =>
    figuresOf(jobs, cutOf(name, topology), planWith(workNs, onFirstNode));
  const waitAt = async (workNs: number) => (await figuresAt('cache', workNs)).downstreamWaitNs;
  const workNs = await fitFalling(waitAt, NEARLY * waitNs, ISSUER_WORK_NS, 8);
  const strict = reference.affinity_strict_under_smt_gb_s;
  const rows = [
    ...Object.entries(reference.scope_ladder_gb_s).map(([scope, published]) => ({
      label: scope,
      published,
      figures: figuresAt(scope, workNs),
    })),
    {
      label: 'smt+strict, both nodes',
      published: median(strict.split_runs!),
      figures: figuresAt('smt+strict', workNs),
    },
    {
      label: 'smt+strict, one node',
      published: median(strict.all_local_runs!),
      figures: figuresAt('smt+strict', workNs, ISSUERS),
    },
  ];
  const cache = rows.find(({ label }) => label === 'cache')!;
  const unit = cache.published / median((await cache.figures).rates);
  return Promise.all(
    rows.map(async ({ label, published, figures }): Promise<WorkloadRow> => {
      const { rates, cpuPercent } = await figures;
      return {
        machine: RPCIOD_MACHINE,
        label,
        unit: 'GB/s',
        bandwidth: published,
        cpuPercent: null,
        predicted: unit * median(rates),
        low: unit * Math.min(...rates),
        high: unit * Math.max(...rates),
        predictedCpuPercent: cpuPercent,
        calibrated: label === 'cache',
      };
    }),
  );
}

function cpusByNode({ cpus }: Topology): number[][] {
  const nodes = [...new Set(cpus.map(({ node }) => node))];
  return nodes.map((node) => cpus.filter((own) => own.node === node).map(({ cpu }) => cpu));
}

/** Evenly, one on each CPU at most. */
function spreadOver(cpus: readonly number[], count: number): number[] {
  return Array.from({ length: count }, (_, nth) => cpus[Math.floor((nth * cpus.length) / count)]!);
}
