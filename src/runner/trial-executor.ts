import type { Warning } from '../core/warnings.js';
import type { PairLatency } from '../results/file/pair-latency-schema.js';
import type { TrialPrediction } from '../results/file/prediction-schema.js';
import type { CpuUse } from '../results/file/trial-schema.js';
import type { Configuration } from '../scopes/configuration.js';

/**
 * Runs trials, with real threads or in a model. `prepare` is called once with every configuration
 * of the plan, `probePairs`, `arrange` and `runTrial` between then and `close`, which also follows an
 * error.
 */
export interface TrialExecutor {
  readonly source: 'measured' | 'predicted';
  prepare(configurations: readonly Configuration[]): Promise<Preparation>;
  /** Latencies between a few pairs of real CPUs; none where threads are unpinned or on one CPU. */
  probePairs(): Promise<readonly PairLatency[]>;
  /** Whatever a trial of this configuration needs that must not fall into its time. */
  arrange(configuration: Configuration): Promise<void>;
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
  /** Time in the work function of the same items, in ns, unsorted; null where it is not timed. */
  readonly workNs: Uint32Array | null;
  /** Submitters. */
  readonly threads: readonly ThreadOutcome[];
  /** Kworker threads; null where submitters play their part. */
  readonly kworkers: readonly KworkerOutcome[] | null;
  readonly pools: readonly PoolOutcome[];
  /** Locks that items take; none but for that workload. */
  readonly downstream: readonly DownstreamOutcome[];
  /** Null where the run's surroundings are asked instead. */
  readonly cpuUse: CpuUse | null;
  /** Null for a measured trial. */
  readonly prediction: TrialPrediction | null;
  /** Broken invariants, in words; empty when the trial is valid. */
  readonly violations: readonly string[];
  readonly warnings: readonly Warning[];
}

/** What the kernel's scheduler says of one thread over the trial; null where it does not say. */
export interface ScheduledThread {
  /** Real CPU it was on at the end. */
  readonly cpuAtEnd: number | null;
  readonly migrations: number | null;
  readonly involuntarySwitches: number | null;
  readonly voluntarySwitches: number | null;
  /** Time on a CPU, and time runnable but waiting for one, in ns. */
  readonly runNs: number | null;
  readonly runQueueNs: number | null;
}

/** A submitter. */
export interface ThreadOutcome extends ScheduledThread {
  /** Modelled CPU. */
  readonly cpu: number;
  readonly pool: number;
  readonly itemsPerSecond: number;
  /** Real CPU the thread was bound to; null when unpinned. */
  readonly boundCpu: number | null;
}

/** A kworker thread that was created. */
export interface KworkerOutcome extends ScheduledThread {
  readonly pool: number;
  /** CPU list it was bound to; null when unpinned. */
  readonly boundCpus: string | null;
  readonly executed: number;
}

/** Counters of one lock over a trial. */
export interface LockOutcome {
  readonly acquisitions: number;
  readonly contended: number;
  /** Total wait of the contended acquisitions, estimated from the timed ones, in ns. */
  readonly waitNs: number;
  /** Longest timed wait, in ns. */
  readonly maxWaitNs: number;
  /** Total time held, estimated from the timed holds, in ns; null where none is timed. */
  readonly heldNs: number | null;
}

/** One pool's lock, and its kworker threads; null where submitters play their part. */
export interface PoolOutcome extends LockOutcome {
  readonly pool: number;
  readonly kworkers: {
    readonly created: number;
    /** Most at work at once. */
    readonly peakBusy: number;
    readonly wakeUps: number;
    /** Times that work waited and no kworker was idle. */
    readonly foundNoneIdle: number;
    /** Submitters that slept when their item was done. */
    readonly submittersWoken: number;
    /** From before the notify to running, mean of the timed ones, in ns; null where few were. */
    readonly wakeNs: number | null;
  } | null;
}

export interface DownstreamOutcome extends LockOutcome {
  readonly lock: number;
}
