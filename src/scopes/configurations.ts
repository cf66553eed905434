import { groupBy } from '../core/group-by.js';
import type { Warning } from '../core/warnings.js';
import type { Topology } from '../topology/topology.js';
import { coincidenceWarnings } from './coincidence.js';
import type { Configuration, Pod } from './configuration.js';
import { assertPartition, podsOf } from './pods.js';
import { SCOPES, type Scope, type ShardPolicy } from './scope.js';
import { shardLayout } from './shard-layout.js';

export interface Configurations {
  /** In the domain's order; none cuts the CPUs like another. */
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
 * The ways `scopes` cut the CPUs of `topology` into pods, `cache_shard` once a policy. Those that
 * coincide become one configuration, at the place of the first, which has all their names.
 */
export function configurationsOf(
  topology: Topology,
  scopes: readonly Scope[],
  policies: readonly ShardPolicy[],
): Configurations {
  const layouts = scopes.includes('cache_shard')
    ? policies.map((policy) => ({ policy, ...shardLayout(topology, policy) }))
    : [];
  const candidates = SCOPES.filter((scope) => scopes.includes(scope)).flatMap(
    (scope): Candidate[] =>
      scope === 'cache_shard'
        ? layouts.map(({ policy, pods }) => ({ name: policyName(policy), scope, policy, pods }))
        : [{ name: scope, scope, policy: null, pods: podsOf(topology, scope) }],
  );
  for (const { pods } of candidates) assertPartition(topology, pods);
  const alike = groupBy(candidates, ({ pods }) => pods.join(' '));
  const configurations = [...alike.values()].map(merge);
  return {
    configurations,
    warnings: [
      ...layouts.flatMap(({ warnings }) => warnings),
      ...coincidenceWarnings(topology, configurations),
    ],
  };
}

/** Name of `cache_shard` under a policy, e.g. `cache_shard(shards=2)`; free of blanks and commas. */
export function policyName(policy: ShardPolicy): string {
  switch (policy.kind) {
    case 'shard-size':
      return `cache_shard(size=${policy.size})`;
    case 'shards':
      return `cache_shard(shards=${policy.shards})`;
    case 'max-shards':
      return `cache_shard(max=${policy.maxShards})`;
  }
}

function merge(alike: readonly Candidate[]): Configuration {
  const [first] = alike as [Candidate];
  const policies = new Map(
    alike.flatMap(({ name, policy }) => (policy === null ? [] : [[name, policy] as const])),
  );
  return {
    label: first.name,
    names: [...new Set(alike.map(({ name }) => name))],
    scope: first.scope,
    scopes: [...new Set(alike.map(({ scope }) => scope))],
    policies: [...policies.values()],
    pods: first.pods,
  };
}
