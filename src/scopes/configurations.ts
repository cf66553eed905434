import { groupBy } from '../core/group-by.js';
import type { Warning } from '../core/warnings.js';
import type { Topology } from '../topology/topology.js';
import { type Configuration, KERNEL_RULE, type KworkerRule, type Pod } from './configuration.js';
import { layoutWarnings } from './layout-warnings.js';
import { podsOf } from './pods.js';
import { SCOPES, type Scope, type ShardPolicy } from './scope.js';

export interface Configurations {
  readonly configurations: readonly Configuration[];
  readonly warnings: readonly Warning[];
}

/** Scopes to cut by, with one rule for their kworkers. */
export interface ScopeRequest extends KworkerRule {
  readonly scopes: readonly Scope[];
}

/** Scopes with kworkers as the kernel has them. */
export function plainScopes(scopes: readonly Scope[]): ScopeRequest[] {
  return [{ scopes, ...KERNEL_RULE }];
}

/** A scope, and for `cache_shard` a policy, with its pods. */
interface Candidate extends KworkerRule {
  readonly name: string;
  readonly scope: Scope;
  readonly policy: ShardPolicy | null;
  readonly pods: readonly Pod[];
}

/**
 * The configurations asked for, in the order of the requests and there in the domain's;
 * `cache_shard` makes one for each policy. Those with the same pods, and kworkers alike, become one,
 * at the place of the first and with all their names.
 */
export function configurationsOf(
  topology: Topology,
  requests: readonly ScopeRequest[],
  policies: readonly ShardPolicy[],
): Configurations {
  const candidates = requests.flatMap((request) =>
    SCOPES.filter((scope) => request.scopes.includes(scope)).flatMap((scope) =>
      candidatesOf(topology, scope, policies, request),
    ),
  );
  const configurations = [...groupBy(candidates, effectOf).values()].map(mergeCandidates);
  return { configurations, warnings: layoutWarnings(topology, configurations) };
}

/** Alike for candidates that would be the same measurement: a single pod has all CPUs anyway. */
function effectOf({ pods, affinityStrict, wake }: Candidate): string {
  return JSON.stringify([pods, wake, affinityStrict && pods.length > 1]);
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
  { affinityStrict, wake }: KworkerRule,
): Candidate[] {
  const rule = { affinityStrict, wake };
  if (scope !== 'cache_shard') {
    // Any policy will do: it does not matter to the other scopes.
    const pods = podsOf(topology, scope, { kind: 'shards', shards: 1 });
    return [{ name: `${scope}${suffixOf(rule)}`, scope, policy: null, pods, ...rule }];
  }
  const byName = new Map(policies.map((policy) => [shardName(policy), policy]));
  return [...byName].map(([name, policy]) => {
    const pods = podsOf(topology, scope, policy);
    return { name: `${name}${suffixOf(rule)}`, scope, policy, pods, ...rule };
  });
}

/** `+strict`, `+local`, `+strict+llc`: what differs from the kernel's default. */
function suffixOf({ affinityStrict, wake }: KworkerRule): string {
  return `${affinityStrict ? '+strict' : ''}${wake === KERNEL_RULE.wake ? '' : `+${wake}`}`;
}

function mergeCandidates(candidates: readonly Candidate[]): Configuration {
  const [first] = candidates as [Candidate];
  return {
    label: first.name,
    names: candidates.map(({ name }) => name),
    scope: first.scope,
    scopes: [...new Set(candidates.map(({ scope }) => scope))],
    policies: [...policiesOf(candidates).values()],
    pods: first.pods,
    affinityStrict: first.affinityStrict,
    wake: first.wake,
  };
}

/** Each once, whatever the kworkers are like. */
function policiesOf(candidates: readonly Candidate[]): Map<string, ShardPolicy> {
  const policies = candidates.flatMap(({ policy }) => (policy === null ? [] : [policy]));
  return new Map(policies.map((policy) => [shardName(policy), policy]));
}
