import type { PairLatency } from '../../../results/file/pair-latency-schema.js';

/** Latencies between CPUs, which are its rows and columns. */
export interface LatencyMatrix {
  readonly cpus: readonly number[];
  readonly pairs: readonly PairLatency[];
}
