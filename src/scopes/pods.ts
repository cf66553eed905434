import { groupBy } from '../core/group-by.js';
import type { Cpu, Topology } from '../topology/topology.js';
import type { Pod } from './configuration.js';
import type { Scope, ShardPolicy } from './scope.js';
import { shardSizes } from './shard-layout.js';

/**
 * Cuts the CPUs of a topology into the pods of a scope, in order of their lowest CPU. `policy`
 * matters to `cache_shard` only.
 */
export function podsOf({ cpus }: Topology, scope: Scope, policy: ShardPolicy): Pod[] {
  const pods = cutBy(cpus, scope, policy)
    .map((pod) => pod.map(({ cpu }) => cpu).sort((a, b) => a - b))
    .sort((a, b) => Number(a[0]) - Number(b[0]));
  assertPartition(pods, cpus);
  return pods;
}

/** CPUs of each cache pod, by core; both in order of their lowest CPU. */
export function coresByLlc(cpus: readonly Cpu[]): Cpu[][][] {
  return llcsOf(cpus).map(coresOf);
}

function cutBy(cpus: readonly Cpu[], scope: Scope, policy: ShardPolicy): Cpu[][] {
  switch (scope) {
    case 'cpu':
      return cpus.map((cpu) => [cpu]);
    case 'smt':
      return coresOf(cpus);
    case 'cache':
      return llcsOf(cpus);
    case 'cache_shard': {
      const llcs = coresByLlc(cpus);
      return llcs.flatMap((cores) =>
        shardsOf(cores, shardSizes(policy, cores.length, llcs.length)),
      );
    }
    case 'numa':
      return [...groupBy(cpus, ({ node }) => node).values()];
    case 'system':
      return [[...cpus]];
  }
}

function coresOf(cpus: readonly Cpu[]): Cpu[][] {
  return [...groupBy(cpus, ({ core }) => core).values()];
}

/** Without an LLC the scheduler has no domain above the core; a node border cuts an LLC. */
function llcsOf(cpus: readonly Cpu[]): Cpu[][] {
  const keyOf = ({ llc, core, node }: Cpu) =>
    llc === null ? `core ${core}` : `llc ${llc} node ${node}`;
  return [...groupBy(cpus, keyOf).values()];
}

/** Whole cores, in ascending order of their lowest CPU. */
function shardsOf(cores: readonly Cpu[][], sizes: readonly number[]): Cpu[][] {
  let next = 0;
  return sizes.map((size) => {
    const shard = cores.slice(next, next + size).flat();
    next += size;
    return shard;
  });
}

/** Throws a plain error: the pods of a topology are a partition, or there is a bug. */
function assertPartition(pods: readonly Pod[], cpus: readonly Cpu[]): void {
  const members = pods.flat().sort((a, b) => a - b);
  const same = members.length === cpus.length && cpus.every(({ cpu }, i) => cpu === members[i]);
  if (same && pods.every((pod) => pod.length > 0)) return;
  throw new Error(`pods are no partition of the CPUs in use: ${JSON.stringify(pods)}`);
}
