import type { WakePolicy } from '../../native-free-bench/wake-policy.js';
import type { Costs } from './costs.js';
import type { Machine } from './simulation/machine.js';

/** A time that is always the same, or exponentially distributed around its mean. */
export interface Duration {
  readonly kind: 'fixed' | 'exponential';
  /** Mean, in ns. */
  readonly ns: number;
}

/** What threads do when a trial starts: begin at once, or one after the other. */
export const STARTS = ['together', 'staggered'] as const;

export type Start = (typeof STARTS)[number];

/** One configuration of a plan on a modelled machine: all that a model needs to know. */
export interface Scenario {
  readonly machine: Machine;
  readonly costs: Costs;
  /** Pool of each CPU, by the machine's index of CPUs, as are all CPUs here. */
  readonly poolOf: Int32Array;
  readonly pools: number;
  /** CPU of each submitter. */
  readonly submitters: Int32Array;
  /** Submitters stay there; otherwise the scheduler places them as it places kworkers. */
  readonly submittersBound: boolean;
  /** What a submitter does for each item beside queueing it. */
  readonly submitterWork: Duration;
  /** Most kworkers of each pool; null where submitters play their part. */
  readonly mostKworkers: readonly number[] | null;
  /** Kworkers run on their pod's CPUs only. */
  readonly strict: boolean;
  readonly wake: WakePolicy;
  /** The lock goes to whoever waits longest; otherwise to any waiter. */
  readonly fifo: boolean;
  /** Holds of locks are timed, and reported. */
  readonly timesHolds: boolean;
  readonly depth: number;
  readonly work: Duration;
  readonly downstream: Downstream | null;
  readonly itemsPerThread: number;
  /** Items a thread, run before the window that is looked at. */
  readonly warmUpItems: number;
}

/** Locks that items take when their work is done. */
export interface Downstream {
  readonly hold: Duration;
  readonly locks: number;
  /** By submitter. */
  readonly lockOf: Int32Array;
}

/** What tells two trials of one scenario apart. */
export interface Draw {
  readonly seed: number;
  readonly start: Start;
  /** A simulation stops there, finished or not. */
  readonly maxEvents: number;
}
