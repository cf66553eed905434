import type { Cpu } from '../../topology/topology.js';

/** How far a lock's line travels to its next holder, nearest first. */
export const HOPS = ['same-cpu', 'smt', 'llc', 'cross-llc', 'cross-node'] as const;

export type Hop = (typeof HOPS)[number];

/**
 * CPUs by their place: index 0 to n - 1 in order of node, LLC, core and number, so that another
 * numbering of the same machine gives the same simulation.
 */
export interface Machine {
  /** Number of each CPU. */
  readonly cpus: readonly number[];
  readonly coreOf: Int32Array;
  readonly llcOf: Int32Array;
  readonly nodeOf: Int32Array;
  /** CPUs of each core and LLC, by index. */
  readonly cores: readonly Int32Array[];
  readonly llcs: readonly Int32Array[];
  /** LLCs of each node. */
  readonly nodes: readonly Int32Array[];
}

/** A CPU without a cache that the source knows is an LLC of its core's own. */
export function machineOf(cpus: readonly Cpu[]): Machine {
  const placed = cpus.map((cpu) => ({ ...cpu, llc: cpu.llc ?? -1 - cpu.core }));
  const first = firstCpuOf(placed);
  const sorted = [...placed].sort(
    (a, b) =>
      first.node.get(a.node)! - first.node.get(b.node)! ||
      first.llc.get(a.llc)! - first.llc.get(b.llc)! ||
      first.core.get(a.core)! - first.core.get(b.core)! ||
      a.cpu - b.cpu,
  );
  const coreOf = dense(sorted.map(({ core }) => core));
  const llcOf = dense(sorted.map(({ llc }) => llc));
  const nodeOf = dense(sorted.map(({ node }) => node));
  const llcs = members(llcOf);
  return {
    cpus: sorted.map(({ cpu }) => cpu),
    coreOf,
    llcOf,
    nodeOf,
    cores: members(coreOf),
    llcs,
    nodes: members(Int32Array.from(llcs, (llc) => nodeOf[llc[0]!]!)),
  };
}

/** Index into `HOPS`. */
export function hopBetween({ coreOf, llcOf, nodeOf }: Machine, a: number, b: number): number {
  if (a === b) return 0;
  if (coreOf[a] === coreOf[b]) return 1;
  if (llcOf[a] === llcOf[b]) return 2;
  return nodeOf[a] === nodeOf[b] ? 3 : 4;
}

function firstCpuOf(cpus: readonly { cpu: number; core: number; llc: number; node: number }[]) {
  const lowest = (keyOf: (cpu: (typeof cpus)[number]) => number) => {
    const found = new Map<number, number>();
    for (const cpu of cpus) {
      const key = keyOf(cpu);
      found.set(key, Math.min(found.get(key) ?? cpu.cpu, cpu.cpu));
    }
    return found;
  };
  return {
    core: lowest(({ core }) => core),
    llc: lowest(({ llc }) => llc),
    node: lowest(({ node }) => node),
  };
}

/** Numbers from 0, in order of first appearance. */
function dense(keys: readonly number[]): Int32Array {
  const numbers = new Map<number, number>();
  return Int32Array.from(keys, (key) => {
    const number = numbers.get(key) ?? numbers.size;
    numbers.set(key, number);
    return number;
  });
}

function members(groupOf: Int32Array): Int32Array[] {
  const groups: number[][] = [];
  groupOf.forEach((group, member) => {
    groups[group] ??= [];
    groups[group].push(member);
  });
  return groups.map((group) => Int32Array.from(group));
}
