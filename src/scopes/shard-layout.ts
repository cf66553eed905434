import type { ShardPolicy } from './scope.js';

/**
 * Cores in each shard of an LLC of `cores` cores, on a machine with `llcs` of them; as even as can
 * be, larger ones first. `shard-size` is the kernel's rule: the count of shards that brings their
 * average closest to the size asked for.
 */
export function shardSizes(policy: ShardPolicy, cores: number, llcs: number): number[] {
  const shards = shardCount(policy, cores, llcs);
  const base = Math.floor(cores / shards);
  const larger = cores % shards;
  return Array.from({ length: shards }, (_, shard) => base + (shard < larger ? 1 : 0));
}

function shardCount(policy: ShardPolicy, cores: number, llcs: number): number {
  switch (policy.kind) {
    case 'shard-size':
      return Math.max(1, Math.floor((cores + Math.floor(policy.size / 2)) / policy.size));
    case 'shards':
      return Math.min(policy.shards, cores);
    case 'max-shards':
      return Math.min(Math.max(Math.floor(policy.maxShards / llcs), 1), cores);
  }
}
