import type { Warning } from '../core/warnings.js';
import type { PairLatency } from '../results/file/pair-latency-schema.js';
import type { Configuration } from '../scopes/configuration.js';

/**
 * Runs trials, with real threads or in a model. `prepare` is called once with every configuration
 * of the plan, `probePairs` and `runTrial` between then and `close`, which also follows an error.
 */
export interface TrialExecutor {
  readonly source: 'measured' | 'predicted';
  prepare(configurations: readonly Configuration[]): Promise<Preparation>;
  /** Latencies between a few pairs of real CPUs; none where threads are unpinned or on one CPU. */
  probePairs(): Promise<readonly PairLatency[]>;
  runTrial(configuration: Configuration): Promise<TrialOutcome>;
  close(): Promise<void>;
}

/** What is known once the threads stand and the code is warm. */
export interface Preparation {
  readonly pinning: 'taskset' | 'none';
  readonly warmUp: {
    readonly rounds: number;
    readonly stable: boolean;
    /** Rate of the slowest configuration in the last round of warm-up. */
    readonly slowestItemsPerSecond: number;
  };
  /** Items a thread queues in each trial; with `--duration` it follows from the warm-up. */
  readonly itemsPerThread: number;
  readonly warnings: readonly Warning[];
}

/** Raw outcome of one trial: samples, counters and the trial's check of itself. */
export interface TrialOutcome {
  readonly elapsedNs: number;
  readonly items: number;
  /** Duration of each timed `queue_work` call of all threads, in ns, unsorted. */
  readonly queueNs: Uint32Array;
  /** From before `queue_work` to completion seen, of the same items, in ns, unsorted. */
  readonly roundTripNs: Uint32Array;
  readonly threads: readonly ThreadOutcome[];
  readonly pools: readonly PoolOutcome[];
  /** Broken invariants, in words; empty when the trial is valid. */
  readonly violations: readonly string[];
  readonly warnings: readonly Warning[];
}

export interface ThreadOutcome {
  /** Modelled CPU. */
  readonly cpu: number;
  readonly pool: number;
  readonly itemsPerSecond: number;
  /** Real CPU the thread was bound to; null when unpinned. */
  readonly boundCpu: number | null;
  /** Real CPU it was on at the end; null where the kernel does not say. */
  readonly cpuAtEnd: number | null;
  /** Null where the kernel does not say. */
  readonly migrations: number | null;
  readonly involuntarySwitches: number | null;
  readonly voluntarySwitches: number | null;
}

/** Counters of one pool's lock over a trial. */
export interface PoolOutcome {
  readonly pool: number;
  readonly acquisitions: number;
  readonly contended: number;
  /** Total wait of the contended acquisitions, estimated from the timed ones, in ns. */
  readonly waitNs: number;
  /** Longest timed wait, in ns. */
  readonly maxWaitNs: number;
}
