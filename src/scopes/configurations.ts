import { groupBy } from '../core/group-by.js';
import type { Warning } from '../core/warnings.js';
import type { Topology } from '../topology/topology.js';
import type { Configuration, Pod } from './configuration.js';
import { layoutWarnings } from './layout-warnings.js';
import { podsOf } from './pods.js';
import { SCOPES, type Scope, type ShardPolicy } from './scope.js';

export interface Configurations {
  readonly configurations: readonly Configuration[];
  readonly warnings: readonly Warning[];
}

/** A scope, and for `cache_shard` a policy, with its pods. */
interface Candidate {
  readonly name: string;
  readonly scope: Scope;
  readonly policy: ShardPolicy | null;
  readonly pods: readonly Pod[];
}

/**
 * The configurations of the scopes asked for, in the domain's order; `cache_shard` makes one for
 * each policy. Those with the same pods become one, at the place of the first and with all their
 * names.
 */
export function configurationsOf(
  topology: Topology,
  scopes: readonly Scope[],
  policies: readonly ShardPolicy[],
): Configurations {
  const candidates = SCOPES.filter((scope) => scopes.includes(scope)).flatMap((scope) =>
    candidatesOf(topology, scope, policies),
  );
  const alike = groupBy(candidates, ({ pods }) => JSON.stringify(pods)).values();
  const configurations = [...alike].map(mergeCandidates);
  return { configurations, warnings: layoutWarnings(topology, configurations) };
}

/** Fewest and most CPUs in a pod. */
export function cpusPerPod(pods: readonly Pod[]): { readonly min: number; readonly max: number } {
  const sizes = pods.map((pod) => pod.length);
  return { min: Math.min(...sizes), max: Math.max(...sizes) };
}

/** `cache_shard(size=8)`, `cache_shard(shards=2)`, `cache_shard(max=16)`. */
export function shardName(policy: ShardPolicy): string {
  switch (policy.kind) {
    case 'shard-size':
      return `cache_shard(size=${policy.size})`;
    case 'shards':
      return `cache_shard(shards=${policy.shards})`;
    case 'max-shards':
      return `cache_shard(max=${policy.maxShards})`;
  }
}

function candidatesOf(
  topology: Topology,
  scope: Scope,
  policies: readonly ShardPolicy[],
): Candidate[] {
  if (scope !== 'cache_shard') {
    // Any policy will do: it does not matter to the other scopes.
    const pods = podsOf(topology, scope, { kind: 'shards', shards: 1 });
    return [{ name: scope, scope, policy: null, pods }];
  }
  const byName = new Map(policies.map((policy) => [shardName(policy), policy]));
  return [...byName].map(([name, policy]) => {
    const pods = podsOf(topology, scope, policy);
    return { name, scope, policy, pods };
  });
}

function mergeCandidates(candidates: readonly Candidate[]): Configuration {
  const [first] = candidates as [Candidate];
  return {
    label: first.name,
    names: candidates.map(({ name }) => name),
    scope: first.scope,
    scopes: [...new Set(candidates.map(({ scope }) => scope))],
    policies: candidates.flatMap(({ policy }) => (policy === null ? [] : [policy])),
    pods: first.pods,
  };
}
