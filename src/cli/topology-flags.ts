import type { ShardPolicy } from '../scopes/scope.js';
import type { TopologyRequest } from '../topology/load-topology.js';
import type { Args, Flags } from './command.js';
import { assertAtMostOne, text, textOf } from './flags.js';
import { parseCounts } from './values.js';

/** What of the machine to look at, the same for every command that looks at one. */
export interface TopologyOptions {
  readonly topology: TopologyRequest;
  /** CPU list as typed; null for all. */
  readonly cpus: string | null;
  readonly policies: readonly ShardPolicy[];
}

export const TOPOLOGY_FLAGS = {
  cpus: text('CPUs to use, e.g. 0-7,16-23:2 (all that are online and allowed)'),
  topology: text('model a machine: hwloc synthetic STRING, lstopo XML or lscpu -p FILE'),
  sysfs: text("another machine's /sys, from DIR"),
  'shard-size': text('cache_shard: cores per shard, several as 2,8 (8)'),
  shards: text('cache_shard: shards per LLC, several as 1,2,4 for a sweep'),
  'max-shards': text('cache_shard: most shards on the whole machine'),
} as const satisfies Flags;

const DEFAULT_SHARD_SIZE = 8;

const SHARD_RANGE = [1, 65_536] as const;

/** Throws 'bad-option'. */
export function parseTopologyOptions(args: Args): TopologyOptions {
  assertAtMostOne(args, ['topology', 'sysfs']);
  assertAtMostOne(args, ['shard-size', 'shards', 'max-shards']);
  return {
    topology: topologyRequest(args),
    cpus: textOf(args, 'cpus'),
    policies: shardPolicies(args),
  };
}

function topologyRequest(args: Args): TopologyRequest {
  const text = textOf(args, 'topology');
  if (text !== null) return { kind: 'description', text };
  const directory = textOf(args, 'sysfs');
  return directory === null ? { kind: 'machine' } : { kind: 'sysfs', directory };
}

function shardPolicies(args: Args): ShardPolicy[] {
  const counts = (name: string) => {
    const text = textOf(args, name);
    return text === null ? [] : parseCounts(`--${name}`, text, SHARD_RANGE);
  };
  const policies = [
    ...counts('shard-size').map((size): ShardPolicy => ({ kind: 'shard-size', size })),
    ...counts('shards').map((shards): ShardPolicy => ({ kind: 'shards', shards })),
    ...counts('max-shards').map((maxShards): ShardPolicy => ({ kind: 'max-shards', maxShards })),
  ];
  return policies.length > 0 ? policies : [{ kind: 'shard-size', size: DEFAULT_SHARD_SIZE }];
}
