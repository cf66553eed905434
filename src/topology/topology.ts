import type { Warning } from '../core/warnings.js';

/**
 * One logical CPU (an SMT thread) and the groups it belongs to. `core` and `llc` are dense numbers
 * in order of their lowest CPU, made by wqbench (real ids repeat or are missing); `node` and
 * `package` keep the source's numbers.
 */
export interface Cpu {
  readonly cpu: number;
  readonly core: number;
  /** Last-level cache, already cut at NUMA node borders; null where the source knows no cache. */
  readonly llc: number | null;
  readonly node: number;
  readonly package: number;
}

export type TopologySourceKind = 'sysfs' | 'synthetic' | 'hwloc-xml' | 'lscpu';

/** A machine: its online CPUs in ascending order, whatever source they were read from. */
export interface Topology {
  readonly source: { readonly kind: TopologySourceKind; readonly name: string };
  readonly cpus: readonly Cpu[];
  readonly warnings: readonly Warning[];
}
