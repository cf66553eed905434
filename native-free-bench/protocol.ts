import type { LockKind } from './locks/lock.js';

/**
 * What host and threads say to each other. All threads get the same task: each has taken a slot at
 * the start and finds its own part by it, since the host cannot choose which thread takes a task.
 */
export type ThreadTask = StartTask | TrialTask | PingTask;

export interface StartTask {
  readonly kind: 'start';
  /** Two words: slots taken, threads ready. */
  readonly roster: SharedArrayBuffer;
  readonly threads: number;
  readonly deadlineMs: number;
}

/**
 * A thread's answer. A failure is an answer and not an exception: an error loses its class on the
 * way between threads, and does not say which thread it comes from.
 */
export type ThreadAnswer = StartReport | TrialReport | PingReport | FailureReport;

/** `stalled`: a wait ended at its deadline, or because another thread gave up. */
export interface FailureReport {
  readonly kind: 'stalled' | 'failed';
  readonly slot: number;
  readonly reason: string;
}

export interface StartReport {
  readonly kind: 'started';
  readonly slot: number;
  /** The kernel's thread id, by which the host binds it; null without `/proc`. */
  readonly tid: number | null;
}

export interface TrialTask {
  readonly kind: 'trial';
  readonly buffer: SharedArrayBuffer;
  readonly trial: TrialSpec;
  /** Whether to collect garbage first, and so let go of the buffers of earlier trials. */
  readonly collect: boolean;
}

export interface TrialSpec {
  /** Pool of each thread, by slot; pools are numbered from 0. */
  readonly poolOf: readonly number[];
  readonly pools: number;
  readonly itemsPerThread: number;
  /** Time the first of this many items. */
  readonly sampleEvery: number;
  readonly lock: LockKind;
  /** More threads than CPUs: waits may sleep. */
  readonly oversubscribed: boolean;
  readonly deadlineMs: number;
}

export interface TrialReport {
  readonly kind: 'measured';
  readonly slot: number;
  readonly startNs: number;
  readonly endNs: number;
  readonly executed: number;
  readonly miscounted: number;
  readonly acquisitions: number;
  readonly contended: number;
  readonly waitNs: number;
  readonly maxWaitNs: number;
  /** Whether the binding still held at the end. */
  readonly allowedCpusAtEnd: string | null;
  readonly cpuAtEnd: number | null;
  readonly migrations: number | null;
  readonly voluntarySwitches: number | null;
  readonly involuntarySwitches: number | null;
}

/** A ping-pong between pairs of threads; which, stands in the buffer. */
export interface PingTask {
  readonly kind: 'ping';
  readonly buffer: SharedArrayBuffer;
  readonly spec: PingSpec;
  /** As in a trial. */
  readonly collect: boolean;
}

export interface PingSpec {
  readonly threads: number;
  /** How many pairs play, one after the other. */
  readonly pairs: number;
  readonly roundTripsPerSample: number;
  /** A pair takes this many samples, but after `pairMs` no more than `leastSamples`. */
  readonly mostSamples: number;
  readonly leastSamples: number;
  readonly pairMs: number;
  /** Samples that are thrown away: of a pair in which a thread plays for the first time, of others. */
  readonly firstWarmUpSamples: number;
  readonly warmUpSamples: number;
  /** For all pairs together. */
  readonly deadlineMs: number;
}

export interface PingReport {
  readonly kind: 'played';
  readonly slot: number;
}

/** Samples a thread takes in a trial. */
export function samplesPerThread(trial: Pick<TrialSpec, 'itemsPerThread' | 'sampleEvery'>): number {
  return Math.ceil(trial.itemsPerThread / trial.sampleEvery);
}
