import type { PairLatency } from '../../../results/core-to-core/core-to-core.js';

/** Latencies between CPUs, which are its rows and columns. */
export interface LatencyMatrix {
  readonly cpus: readonly number[];
  readonly pairs: readonly PairLatency[];
}
