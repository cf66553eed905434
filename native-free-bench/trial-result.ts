import { type Layout, POOL } from './layout.js';
import {
  type KworkerReport,
  roomOf,
  type SubmitterReport,
  samplesPerThread,
  type TrialReport,
  type TrialSpec,
  timesWork,
} from './protocol.js';

export interface TrialResult {
  /** In order of the slots. */
  readonly submitters: readonly SubmitterReport[];
  /** In order of the slots; none where submitters play their part. */
  readonly kworkers: readonly KworkerReport[];
  /** Samples of all threads one after the other, in ns. */
  readonly queueNs: Uint32Array;
  readonly roundTripNs: Uint32Array;
  /** Null where the work function is not timed. */
  readonly workNs: Uint32Array | null;
  /** What each pool's memory says at the end. */
  readonly pools: readonly PoolState[];
  /** What each downstream lock's plain counter says of its acquisitions. */
  readonly downstreamGuards: readonly number[];
}

export interface PoolState {
  /** What its plain counter says of its lock's acquisitions. */
  readonly guard: number;
  /** Items in the worklist: whether there are any. */
  readonly hasWork: boolean;
  /** Kworker threads created, idle at the end, and most that were busy at once. */
  readonly created: number;
  readonly idle: number;
  readonly peakBusy: number;
}

/** Gathers a finished trial from its buffer and its threads' reports, which are in slot order. */
export function resultOf(
  buffer: SharedArrayBuffer,
  layout: Layout,
  trial: TrialSpec,
  reports: readonly TrialReport[],
): TrialResult {
  const samples = samplesPerThread(trial);
  const words = new Int32Array(buffer);
  const submitters = reports.filter((report) => report.kind === 'measured');
  const gather = (at: (submitter: number) => number) => {
    const all = new Uint32Array(samples * submitters.length);
    submitters.forEach((_, slot) => {
      all.set(new Uint32Array(buffer, at(slot), samples), slot * samples);
    });
    return all;
  };
  return {
    submitters,
    kworkers: reports.filter((report) => report.kind === 'served'),
    queueNs: gather(layout.queueNsAt),
    roundTripNs: gather(layout.roundTripNsAt),
    workNs: timesWork(trial) ? gather(layout.workNsAt) : null,
    pools: Array.from({ length: trial.pools }, (_, pool) => stateOf(words, layout.poolPage(pool))),
    downstreamGuards: Array.from(
      { length: roomOf(trial).downstreamLocks },
      (_, lock) => words[layout.downstreamPage(lock) + POOL.guard]!,
    ),
  };
}

function stateOf(words: Int32Array, page: number): PoolState {
  return {
    guard: words[page + POOL.guard]!,
    hasWork: words[page + POOL.head] !== 0,
    created: words[page + POOL.created]!,
    idle: words[page + POOL.idleCount]!,
    peakBusy: words[page + POOL.peakBusy]!,
  };
}
