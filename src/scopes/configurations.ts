import type { Warning } from '../core/warnings.js';
import type { Topology } from '../topology/topology.js';
import type { Configuration, Pod } from './configuration.js';
import { llcsOf, podsOf } from './pods.js';
import { SCOPES, type Scope, type ShardPolicy } from './scope.js';

export interface Configurations {
  readonly configurations: readonly Configuration[];
  readonly warnings: readonly Warning[];
}

interface Candidate {
  readonly name: string;
  readonly scope: Scope;
  readonly policy: ShardPolicy | null;
  readonly pods: readonly Pod[];
}

/**
 * The configurations of the scopes asked for, in the domain's order; `cache_shard` makes one for
 * each policy. Those with the same pods become one, with all their names.
 */
export function configurationsOf(
  topology: Topology,
  scopes: readonly Scope[],
  policies: readonly ShardPolicy[],
): Configurations {
  const candidates = SCOPES.filter((scope) => scopes.includes(scope)).flatMap((scope) =>
    candidatesOf(topology, scope, policies),
  );
  const merged = new Map<string, Candidate[]>();
  for (const candidate of candidates) {
    const key = JSON.stringify(candidate.pods);
    merged.set(key, [...(merged.get(key) ?? []), candidate]);
  }
  const configurations = [...merged.values()].map(mergeCandidates);
  return {
    configurations,
    warnings: [...coincidence(configurations), ...clamping(topology, scopes, policies)],
  };
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
  return policies.map((policy) => {
    const pods = podsOf(topology, scope, policy);
    return { name: shardName(policy), scope, policy, pods };
  });
}

function mergeCandidates(candidates: readonly Candidate[]): Configuration {
  const [first] = candidates;
  return {
    label: first!.name,
    names: candidates.map(({ name }) => name),
    scope: first!.scope,
    scopes: [...new Set(candidates.map(({ scope }) => scope))],
    policies: candidates.flatMap(({ policy }) => (policy === null ? [] : [policy])),
    pods: first!.pods,
  };
}

function coincidence(configurations: readonly Configuration[]): Warning[] {
  const shared = configurations.filter(({ names }) => names.length > 1);
  if (shared.length === 0) return [];
  const groups = shared.map(({ names }) => names.join(' = ')).join('; ');
  const message = `the same pods on this machine, so measured once: ${groups}. To split an LLC further use --shards 2 or --shard-size 2`;
  return [{ code: 'scopes-coincide', message }];
}

function clamping(
  topology: Topology,
  scopes: readonly Scope[],
  policies: readonly ShardPolicy[],
): Warning[] {
  if (!scopes.includes('cache_shard')) return [];
  const coresPerLlc = llcsOf(topology.cpus).map((llc) => new Set(llc.map(({ core }) => core)).size);
  const fewest = Math.min(...coresPerLlc);
  return policies.flatMap((policy) => {
    if (policy.kind !== 'shards' || policy.shards <= fewest) return [];
    const message = `--shards ${policy.shards} is more than the ${fewest} cores of an LLC, and a core is never split: such an LLC gets ${fewest}`;
    return [{ code: 'shards-clamped', message }];
  });
}
