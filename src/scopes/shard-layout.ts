import { groupBy } from '../core/group-by.js';
import type { Warning } from '../core/warnings.js';
import { formatCpuList } from '../topology/cpu-list.js';
import type { Topology } from '../topology/topology.js';
import type { Pod } from './configuration.js';
import { podsOf } from './pods.js';
import type { ShardPolicy } from './scope.js';

export interface ShardLayout {
  /** Shards of all last-level caches, in order of their lowest CPU. */
  readonly pods: readonly Pod[];
  readonly warnings: readonly Warning[];
}

/**
 * The pods of `cache_shard`: each last-level cache cut into shards of whole cores, taken in order
 * of their lowest CPU.
 */
export function shardLayout(topology: Topology, policy: ShardPolicy): ShardLayout {
  const llcs = coresOfLlcs(topology);
  const shards = llcs.flatMap((cores) => {
    const count = shardCount(policy, cores.length, llcs.length);
    return cutIntoShards(cores, count);
  });
  return {
    pods: shards.sort((a, b) => Number(a[0]) - Number(b[0])),
    warnings: policyWarnings(policy, llcs),
  };
}

/** Number of shards of an LLC of `cores` cores, on a machine with `llcs` of them. */
export function shardCount(policy: ShardPolicy, cores: number, llcs: number): number {
  switch (policy.kind) {
    case 'shard-size':
      // The count that brings the average closest to the size asked for.
      return Math.max(1, Math.floor((cores + Math.floor(policy.size / 2)) / policy.size));
    case 'shards':
      return Math.min(policy.shards, cores);
    case 'max-shards':
      return Math.min(Math.max(Math.floor(policy.maxShards / llcs), 1), cores);
  }
}

/** Cores per shard: as equal as can be, the larger ones first. */
export function shardSizes(cores: number, shards: number): number[] {
  const base = Math.floor(cores / shards);
  const larger = cores % shards;
  return Array.from({ length: shards }, (_, shard) => base + (shard < larger ? 1 : 0));
}

/** Cores (as lists of CPUs) of each LLC; both in order of their lowest CPU. */
function coresOfLlcs(topology: Topology): Pod[][] {
  const coreOf = new Map(topology.cpus.map(({ cpu, core }) => [cpu, core]));
  return podsOf(topology, 'cache').map((llc) => [
    ...groupBy(llc, (cpu) => coreOf.get(cpu)).values(),
  ]);
}

function cutIntoShards(cores: readonly Pod[], shards: number): Pod[] {
  let taken = 0;
  return shardSizes(cores.length, shards).map((size) => {
    const shard = cores.slice(taken, taken + size).flat();
    taken += size;
    return shard.sort((a, b) => a - b);
  });
}

function policyWarnings(policy: ShardPolicy, llcs: readonly Pod[][]): Warning[] {
  switch (policy.kind) {
    case 'shard-size':
      return [];
    case 'shards': {
      const smaller = llcs.filter((cores) => cores.length < policy.shards);
      return smaller.length === 0 ? [] : [clamped(policy.shards, smaller)];
    }
    case 'max-shards':
      return policy.maxShards >= llcs.length ? [] : [exceeded(policy.maxShards, llcs.length)];
  }
}

function clamped(shards: number, smaller: readonly Pod[][]): Warning {
  const cpus = smaller.flat(2).sort((a, b) => a - b);
  const cores = [...new Set(smaller.map((llc) => llc.length))].sort((a, b) => a - b);
  return {
    code: 'shards-clamped',
    message: `${shards} shards per LLC are asked for, but the LLCs of CPUs ${formatCpuList(cpus)} have only ${cores.join(' or ')} cores; they get a shard per core`,
  };
}

function exceeded(maxShards: number, llcs: number): Warning {
  return {
    code: 'max-shards-exceeded',
    message: `at most ${maxShards} shards are asked for, but each of the ${llcs} LLCs needs one`,
  };
}
