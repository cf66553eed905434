import { groupBy } from '../core/group-by.js';
import type { Cpu, Topology } from '../topology/topology.js';
import type { Pod } from './configuration.js';
import type { Scope } from './scope.js';

/**
 * The pods of an affinity scope, in order of their lowest CPU. Pods of `cache_shard` depend on a
 * shard policy as well: `shardLayout`.
 */
export function podsOf(topology: Topology, scope: Exclude<Scope, 'cache_shard'>): Pod[] {
  const groups = groupBy(topology.cpus, (cpu) => podKey(cpu, scope)).values();
  return [...groups].map((group) => group.map(({ cpu }) => cpu));
}

/** Throws a plain error, for it is a bug, unless each CPU is in exactly one pod. */
export function assertPartition(topology: Topology, pods: readonly Pod[]): void {
  const inPods = pods.flat().sort((a, b) => a - b);
  const expected = topology.cpus.map(({ cpu }) => cpu);
  const same = inPods.length === expected.length && inPods.every((cpu, i) => cpu === expected[i]);
  if (!same) throw new Error(`pods [${inPods}] are no partition of the CPUs [${expected}]`);
}

function podKey(cpu: Cpu, scope: Exclude<Scope, 'cache_shard'>): number | string {
  switch (scope) {
    case 'cpu':
      return cpu.cpu;
    case 'smt':
      return cpu.core;
    case 'cache':
      // Without a cache the scheduler knows no domain above SMT.
      return cpu.llc ?? `core ${cpu.core}`;
    case 'numa':
      return cpu.node;
    case 'system':
      return 'all';
  }
}
