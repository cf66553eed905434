import { groupBy } from '../../core/group-by.js';
import type { Cpu } from '../../topology/topology.js';
import type { PairLatency } from '../file/pair-latency-schema.js';

/** Latency of a round trip between two cores, in ns. */
export type CoreLatency = Pick<PairLatency, 'medianNs' | 'p10Ns' | 'p90Ns'>;

/** Cores and the latency between every two of them. */
export interface CoreMatrix {
  /** CPUs of each core, ascending. */
  readonly cores: readonly (readonly Cpu[])[];
  /** Of two different cores, by index. */
  at(a: number, b: number): CoreLatency;
}

/**
 * Latencies between cores: of two SMT cores the lower median of their pairs of CPUs, as other load
 * only ever adds to a latency. Null where a pair is missing.
 */
export function coreMatrix(cpus: readonly Cpu[], pairs: readonly PairLatency[]): CoreMatrix | null {
  const cores = [...groupBy(cpus, ({ core }) => core).values()];
  const coreOf = new Map(cores.flatMap((core, index) => core.map(({ cpu }) => [cpu, index])));
  const between = cores.map(() => cores.map((): PairLatency[] => []));
  for (const pair of pairs) {
    const [a, b] = pair.cpus.map((cpu) => coreOf.get(cpu));
    if (a === undefined || b === undefined || a === b) continue;
    between[Math.min(a, b)]![Math.max(a, b)]!.push(pair);
  }
  const latencies = between.map((row) => row.map(lowerMedian));
  const complete = latencies.every((row, a) => row.every((cell, b) => b <= a || cell !== null));
  if (!complete) return null;
  return { cores, at: (a, b) => latencies[Math.min(a, b)]![Math.max(a, b)]! };
}

/** The part of a matrix that is made of the cores `kept`, indexes into it. */
export function partOf(matrix: CoreMatrix, kept: readonly number[]): CoreMatrix {
  return {
    cores: kept.map((core) => matrix.cores[core]!),
    at: (a, b) => matrix.at(kept[a]!, kept[b]!),
  };
}

function lowerMedian(pairs: readonly PairLatency[]): PairLatency | null {
  const sorted = pairs.toSorted((a, b) => a.medianNs - b.medianNs);
  return sorted[(sorted.length - 1) >> 1] ?? null;
}
