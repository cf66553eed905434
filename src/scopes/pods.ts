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
    .sort((a, b) => a[0]! - b[0]!);
  assertPartition(pods, cpus);
  return pods;
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
      const llcs = llcsOf(cpus);
      return llcs.flatMap((llc) => shardsOf(llc, llcs.length, policy));
    }
    case 'numa':
      return groupBy(cpus, ({ node }) => `${node}`);
    case 'system':
      return [[...cpus]];
  }
}

function coresOf(cpus: readonly Cpu[]): Cpu[][] {
  return groupBy(cpus, ({ core }) => `${core}`);
}

/** Without an LLC the scheduler has no domain above the core; a node border cuts an LLC. */
export function llcsOf(cpus: readonly Cpu[]): Cpu[][] {
  return groupBy(cpus, ({ llc, core, node }) =>
    llc === null ? `core ${core}` : `llc ${llc} node ${node}`,
  );
}

/** Whole cores, in ascending order of their lowest CPU. */
function shardsOf(llc: readonly Cpu[], llcs: number, policy: ShardPolicy): Cpu[][] {
  const cores = coresOf(llc);
  let next = 0;
  return shardSizes(policy, cores.length, llcs).map((size) => {
    const shard = cores.slice(next, next + size).flat();
    next += size;
    return shard;
  });
}

/** Groups in order of their first member; a topology's CPUs ascend, so of their lowest CPU. */
function groupBy(cpus: readonly Cpu[], keyOf: (cpu: Cpu) => string): Cpu[][] {
  const groups = new Map<string, Cpu[]>();
  for (const cpu of cpus) {
    const key = keyOf(cpu);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [cpu]);
    else group.push(cpu);
  }
  return [...groups.values()];
}

function assertPartition(pods: readonly Pod[], cpus: readonly Cpu[]): void {
  const members = pods.flat().sort((a, b) => a - b);
  const same = members.length === cpus.length && cpus.every(({ cpu }, i) => cpu === members[i]);
  if (!same || pods.some((pod) => pod.length === 0)) {
    throw new Error(`pods are no partition of the CPUs in use: ${JSON.stringify(pods)}`);
  }
}
