/**
 * Every word that the measuring threads share, by name. All offsets are indexes of 32-bit words.
 *
 *   ┌ control page ──┐┌ page of pool 0 ─┐   ┌ page of thread 0 ──────────────────────────┐
 *   │ line 0 gate    ││ line 0 lock and │   │ line 0 lock node (MCS)                     │
 *   │ line 1 abort   ││        worklist │   │ line 1 phase                               │
 *   │ line 2 end     ││ line 1 serving  │ … │ line 2 inbox of a submitter                │ …
 *   │                ││ line 2 kworkers │   │ line 3 sleep of a kworker                  │
 *   └────────────────┘└─────────────────┘   │ line 4 items, a line each, as many as      │
 *                      ┌ page of down-  ┐   │   …    its submitter has in flight         │
 *                      │ stream lock 0  │ … │ pages  payload of the items                │
 *                      └────────────────┘   │ pages  queueNs, roundTripNs, workNs samples│
 *                                           └────────────────────────────────────────────┘
 *
 * A line is 128 bytes: adjacent-line prefetch pulls 64-byte lines in pairs, and some CPUs have
 * 128-byte lines. Pools and threads start on a page of their own, so that the thread that touches a
 * page first places it on its own NUMA node. Submitters come first, kworker threads after them.
 */
export const LINE_WORDS = 32;
export const PAGE_WORDS = 1024;

export const WORD_BYTES = 4;

export const CONTROL = {
  /** Threads that have arrived at the gate. */
  arrived: 0,
  /** 1 once the gate is open. */
  open: 1,
  /** 1 once the trial is given up: every spin leaves. */
  abort: LINE_WORDS,
  /** Submitters that have not finished; the one that makes it 0 ends the kworkers. */
  submitting: 2 * LINE_WORDS,
} as const;

/** Words of a pool's page, from its start. */
export const POOL = {
  /** Lock word: held flag, MCS tail, futex state or next ticket, as the lock kind has it. */
  lock: 0,
  /**
   * Worklist: first and last item, 0 when empty. Read and written under the lock only, and on its
   * line, as in the kernel's `struct worker_pool`: taking the lock brings the list along.
   */
  head: 1,
  tail: 2,
  /** Plain counter of the lock's acquisitions; a lost update means that the lock is broken. */
  guard: 3,
  /** Ticket lock: the ticket being served. */
  serving: LINE_WORDS,
  /**
   * Kworker threads, under the lock: the most recently idle one, how many are idle, how many have
   * been created, the most that were ever busy at once, and the LLC that was last woken in.
   */
  idleTop: 2 * LINE_WORDS,
  idleCount: 2 * LINE_WORDS + 1,
  created: 2 * LINE_WORDS + 2,
  peakBusy: 2 * LINE_WORDS + 3,
  lastLlc: 2 * LINE_WORDS + 4,
} as const;

/** Words of a thread's page, from its start. */
export const THREAD = {
  /** MCS queue node: address of the next node, and 1 while its owner waits. */
  nodeNext: 0,
  nodeWaits: 1,
  phase: LINE_WORDS,
  /** Inbox of a submitter: completions so far, and 1 while it may be asleep. */
  completions: 2 * LINE_WORDS,
  asleep: 2 * LINE_WORDS + 1,
  /** Futex word of a kworker thread: a state of `kworker-sleep.ts`; and when it was woken. */
  sleep: 3 * LINE_WORDS,
  wokenAt: 3 * LINE_WORDS + 4,
  /** A kworker's neighbours in the idle list, 0 for none, and the CPU it last ran on plus 1. */
  idleBelow: 3 * LINE_WORDS + 1,
  idleAbove: 3 * LINE_WORDS + 2,
  lastCpu: 3 * LINE_WORDS + 3,
  /** A submitter's work items, a line each; the address of one is that of its first word. */
  items: 4 * LINE_WORDS,
} as const;

/** Words of a work item, from its address. */
export const ITEM = {
  /** Address of the next item in the worklist, 0 at its end. */
  next: 0,
  completion: 1,
  /** Times the item has run; written by whoever popped it. */
  runs: 2,
  /** 1 once the item has failed. */
  failed: 3,
  /** Time in the work function, in ns. */
  workNs: 4,
  /** Page of the submitter. */
  submitter: 5,
  /** Which of the submitter's items it is, and how many of them were queued before this one. */
  index: 6,
  sequence: 7,
  /** For the workload: address of the payload, file descriptor, number of the downstream lock. */
  payload: 8,
  file: 9,
  downstream: 10,
} as const;

/** What a thread is doing, for the report of a stall. */
export const PHASES = ['start', 'first touch', 'gate', 'measure', 'done'] as const;

export type Phase = (typeof PHASES)[number];

/** What a trial needs room for. */
export interface Room {
  readonly pools: number;
  readonly downstreamLocks: number;
  readonly submitters: number;
  readonly kworkers: number;
  /** Items of each submitter, and bytes of payload of each item. */
  readonly depth: number;
  readonly payloadBytes: number;
  /** Of each submitter, in each series. */
  readonly samples: number;
  /** Whether the work function is timed: a third series. */
  readonly timesWork: boolean;
}

/** Where everything of one trial lies; pure arithmetic, the same on every thread. */
export interface Layout {
  readonly bytes: number;
  poolPage(pool: number): number;
  guardOf(pool: number): number;
  /** Laid out as a pool's page, of which it uses the lock's words. */
  downstreamPage(lock: number): number;
  threadPage(thread: number): number;
  /** Address of an item of a submitter, and of its payload, which starts on a line. */
  itemAt(submitter: number, index: number): number;
  payloadAt(submitter: number, index: number): number;
  /** Byte offsets of a submitter's sample arrays. */
  queueNsAt(submitter: number): number;
  roundTripNsAt(submitter: number): number;
  workNsAt(submitter: number): number;
}

export function layOut(room: Room): Layout {
  const { pools, downstreamLocks, submitters, kworkers, depth, samples } = room;
  const payloadWords = roundUp(Math.ceil(room.payloadBytes / WORD_BYTES), LINE_WORDS);
  const payloadFrom = roundUpToPage(THREAD.items + depth * LINE_WORDS);
  const samplesFrom = payloadFrom + roundUpToPage(depth * payloadWords);
  const seriesWords = roundUpToPage(samples);
  const submitterWords = samplesFrom + (room.timesWork ? 3 : 2) * seriesWords;
  const poolPage = (pool: number) => PAGE_WORDS * (1 + pool);
  const downstreamPage = (lock: number) => poolPage(pools + lock);
  const firstThread = downstreamPage(downstreamLocks);
  const threadPage = (thread: number) =>
    firstThread +
    Math.min(thread, submitters) * submitterWords +
    Math.max(thread - submitters, 0) * PAGE_WORDS;
  const series = (submitter: number, which: number) =>
    (threadPage(submitter) + samplesFrom + which * seriesWords) * WORD_BYTES;
  return {
    bytes: threadPage(submitters + kworkers) * WORD_BYTES,
    poolPage,
    guardOf: (pool) => poolPage(pool) + POOL.guard,
    downstreamPage,
    threadPage,
    itemAt: (submitter, index) => threadPage(submitter) + THREAD.items + index * LINE_WORDS,
    payloadAt: (submitter, index) => threadPage(submitter) + payloadFrom + index * payloadWords,
    queueNsAt: (submitter) => series(submitter, 0),
    roundTripNsAt: (submitter) => series(submitter, 1),
    workNsAt: (submitter) => series(submitter, 2),
  };
}

/**
 * Fresh, page-aligned, untouched zero pages. A growable buffer is mapped from the operating system
 * on its own; a plain one comes from `calloc`, 16 bytes off a line and possibly already touched.
 */
export function allocate(layout: Pick<Layout, 'bytes'>): SharedArrayBuffer {
  return new SharedArrayBuffer(layout.bytes, { maxByteLength: layout.bytes });
}

export function roundUpToPage(words: number): number {
  return roundUp(words, PAGE_WORDS);
}

function roundUp(words: number, step: number): number {
  return Math.ceil(words / step) * step;
}
