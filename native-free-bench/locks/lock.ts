import type { ContentionMeter } from '../contention-meter.js';
import type { Spin } from '../spin.js';

/** In the order in which help and tables name them. */
export const LOCK_KINDS = ['tas', 'ttas', 'ticket', 'mcs', 'parking'] as const;

export type LockKind = (typeof LOCK_KINDS)[number];

/** FIFO locks hand over to a fixed next thread: if that one is not running, everybody waits. */
export const FIFO_LOCKS: readonly LockKind[] = ['ticket', 'mcs'];

/** One thread's handle on a lock in shared memory: the same verbs for every kind. */
export interface Lock {
  /** Makes the words a free lock. Once, before any other thread uses them. */
  init(): void;
  /** Returns as the holder. Throws `StalledError` after the deadline. */
  acquire(): void;
  /** True when the lock was free and is now held by the caller; never waits. */
  tryAcquire(): boolean;
  /** By the holder only. */
  release(): void;
  isHeld(): boolean;
}

/** What a lock needs of its thread. */
export interface LockSite {
  readonly words: Int32Array;
  /** Address of the lock word. */
  readonly lock: number;
  /** Address of the ticket lock's second word, on a line of its own. */
  readonly serving: number;
  /** Address of the calling thread's queue node; a thread waits for one lock at a time. */
  readonly node: number;
  readonly spin: Spin;
  readonly meter: ContentionMeter;
}
