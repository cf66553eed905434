import type { Room } from './layout.js';
import type { LockKind } from './locks/lock.js';
import type { ThreadStateChange } from './thread-state.js';
import type { CpuPlace, WakePolicy } from './wake-policy.js';
import { payloadBytesOf, type WorkloadSpec } from './workloads/workload-spec.js';

/**
 * What host and threads say to each other. All threads get the same task: each has taken a slot at
 * the start and finds its own part by it, since the host cannot choose which thread takes a task.
 */
export type ThreadTask = StartTask | TrialTask | PingTask | WakeTask;

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
export type ThreadAnswer = StartReport | TrialReport | PingReport | WakeReport | FailureReport;

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

/** Submitters come first in the team, kworker threads after them. */
export interface TrialSpec {
  /** Pool of each submitter, by slot; pools are numbered from 0. */
  readonly poolOf: readonly number[];
  readonly pools: number;
  readonly kworkers: Kworkers;
  readonly workload: WorkloadSpec;
  /** Where the workload's files go; null where it has none. */
  readonly directory: string | null;
  /** Downstream lock that each submitter's items take, by slot; empty for other workloads. */
  readonly downstreamOf: readonly number[];
  readonly itemsPerThread: number;
  /** Items of a submitter in flight. */
  readonly depth: number;
  /** Open loop: ns between the intended starts of a submitter's items; null: a closed loop. */
  readonly arrivalEveryNs: number | null;
  /** Time the first of this many items. */
  readonly sampleEvery: number;
  readonly lock: LockKind;
  /** Also time how long locks are held. */
  readonly timesHolds: boolean;
  /** More threads than CPUs: waits may sleep. */
  readonly oversubscribed: boolean;
  readonly deadlineMs: number;
}

/** Who runs the items: waiting submitters, or threads of their own. */
export type Kworkers =
  | { readonly kind: 'inline' }
  | {
      readonly kind: 'threads';
      /** Pool of each kworker, by its place behind the submitters; null for one without a part. */
      readonly poolOf: readonly (number | null)[];
      readonly wake: WakePolicy;
      /** Real CPU of each submitter, by slot; null when unpinned. */
      readonly submitterCpus: readonly (number | null)[];
      readonly places: readonly CpuPlace[];
    };

export type TrialReport = SubmitterReport | KworkerReport;

/** What a thread of either kind did in a trial. */
interface PartReport {
  readonly slot: number;
  /** Items it ran. */
  readonly executed: number;
  readonly failed: number;
  readonly firstFailure: string | null;
  readonly poolLock: LockAccount;
  /** One an own handle on a downstream lock; none for other workloads. */
  readonly downstream: readonly LockAccount[];
  /** Kworkers it woke, and times that it found work waiting and none idle. */
  readonly wakeUps: number;
  readonly foundNoneIdle: number;
  readonly submittersWoken: number;
  readonly state: ThreadStateChange;
}

export interface SubmitterReport extends PartReport {
  readonly kind: 'measured';
  readonly startNs: number;
  readonly endNs: number;
  readonly miscounted: number;
}

export interface KworkerReport extends PartReport {
  readonly kind: 'served';
  /** Whether its pool ever called for it. */
  readonly created: boolean;
  /** Its wake-ups that were timed, and how long they took together, to its running, in ns. */
  readonly timedWakes: number;
  readonly timedWakesNs: number;
}

/** One thread's acquisitions of one lock. */
export interface LockAccount {
  readonly acquisitions: number;
  readonly contended: number;
  /** Total wait in ns, scaled up from the timed waits. */
  readonly waitNs: number;
  readonly maxWaitNs: number;
  /** Total time held in ns, scaled up from the timed holds; null where none is timed. */
  readonly heldNs: number | null;
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

/** Wake-ups of sleeping threads. */
export interface WakeTask {
  readonly kind: 'wake';
  readonly buffer: SharedArrayBuffer;
  readonly spec: WakeSpec;
  /** As in a trial. */
  readonly collect: boolean;
}

export interface WakeSpec {
  /** By slot: who wakes, and who is woken, in the order of the wake-ups. */
  readonly waker: number;
  readonly sleepers: readonly number[];
  /** Times that all of them are woken. */
  readonly rounds: number;
  /** For all rounds together. */
  readonly deadlineMs: number;
}

export interface WakeReport {
  readonly kind: 'woke';
  readonly slot: number;
}

/** Samples a thread takes in a trial. */
export function samplesPerThread(trial: Pick<TrialSpec, 'itemsPerThread' | 'sampleEvery'>): number {
  return Math.ceil(trial.itemsPerThread / trial.sampleEvery);
}

/** Submitters and kworkers of a trial. */
export function threadsOf({ poolOf, kworkers }: TrialSpec): number {
  return poolOf.length + (kworkers.kind === 'threads' ? kworkers.poolOf.length : 0);
}

/** Room in the shared buffer that a trial needs. */
export function roomOf(trial: TrialSpec): Room {
  return {
    pools: trial.pools,
    downstreamLocks: trial.downstreamOf.length === 0 ? 0 : Math.max(...trial.downstreamOf) + 1,
    submitters: trial.poolOf.length,
    kworkers: trial.kworkers.kind === 'threads' ? trial.kworkers.poolOf.length : 0,
    depth: trial.depth,
    payloadBytes: payloadBytesOf(trial.workload),
    samples: samplesPerThread(trial),
    timesWork: timesWork(trial),
  };
}

/** The microbenchmark's work function does nothing that could be timed. */
export function timesWork({ workload }: Pick<TrialSpec, 'workload'>): boolean {
  return workload.kind !== 'microbench';
}
