import { WqbenchError } from '../core/errors.js';
import { distanceOf } from '../topology/distance.js';
import type { Cpu } from '../topology/topology.js';
import { topologyInUse } from '../topology/topology-in-use.js';

/** Two real CPUs. */
export type CpuPair = readonly [number, number];

/** Most pairs that a probe between two rounds looks at. */
export const MOST_PROBES = 8;

/** Pairs of `realCpus`, CPUs of the machine itself, that a run probes; none of a single CPU. */
export function probePairsOf(realCpus: readonly number[], root: string): CpuPair[] {
  const distinct = [...new Set(realCpus)].sort((a, b) => a - b);
  return choosePairs(describe(distinct, root), MOST_PROBES);
}

/**
 * At most `most` pairs, the same every time: at first one of each declared distance, then further
 * ones of each in turn, spread over the CPUs.
 */
export function choosePairs(cpus: readonly Cpu[], most: number): CpuPair[] {
  const byDistance = new Map<string, CpuPair[]>();
  for (const [a, b] of spreadPairs(cpus)) {
    const distance = distanceOf(a, b);
    const found = byDistance.get(distance) ?? [];
    byDistance.set(distance, found);
    if (found.length < most) found.push([a.cpu, b.cpu]);
  }
  const chosen: CpuPair[] = [];
  for (let turn = 0; turn < most; turn++) {
    for (const pairs of byDistance.values()) {
      const pair = pairs[turn];
      if (pair !== undefined && chosen.length < most) chosen.push(pair);
    }
  }
  return chosen;
}

/** Every pair, those that start at CPUs far apart in the list first. */
function* spreadPairs(cpus: readonly Cpu[]): Generator<readonly [Cpu, Cpu]> {
  const starts = spread(cpus.length);
  for (let step = 1; step < cpus.length; step++) {
    for (const start of starts) {
      const other = cpus[start + step];
      if (other !== undefined) yield [cpus[start]!, other];
    }
  }
}

/** Indexes below `count`, in the order of their bits reversed: 0, the half, the quarters, ... */
function spread(count: number): number[] {
  const bits = Math.ceil(Math.log2(Math.max(count, 1)));
  const reversed = (value: number) => {
    let result = 0;
    for (let bit = 0; bit < bits; bit++) result |= ((value >> bit) & 1) << (bits - 1 - bit);
    return result;
  };
  return Array.from({ length: 1 << bits }, (_, value) => reversed(value)).filter(
    (index) => index < count,
  );
}

/** The CPUs with their cores, caches and nodes; without, where the machine does not say. */
function describe(cpus: readonly number[], root: string): readonly Cpu[] {
  try {
    const { topology } = topologyInUse({ kind: 'machine' }, null, root);
    return topology.cpus.filter(({ cpu }) => cpus.includes(cpu));
  } catch (error) {
    if (!(error instanceof WqbenchError)) throw error;
    return cpus.map((cpu) => ({ cpu, core: cpu, llc: null, node: 0, package: 0 }));
  }
}
