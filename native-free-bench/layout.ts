/**
 * Every word that the measuring threads share, by name. All offsets are indexes of 32-bit words.
 *
 *   ┌ control page ──┐┌ page of pool 0 ─┐   ┌ page of thread 0 ──────────────────────────┐
 *   │ line 0 gate    ││ line 0 lock and │   │ line 0 lock node (MCS)                     │
 *   │ line 1 abort   ││        worklist │   │ line 1 item: link, completion, runs        │
 *   │                ││ line 1 serving  │ … │ line 2 phase                               │ …
 *   │                ││ line 2 idle list│   │ pages  queueNs samples, roundTripNs samples│
 *   └────────────────┘└─────────────────┘   └────────────────────────────────────────────┘
 *
 * A line is 128 bytes: adjacent-line prefetch pulls 64-byte lines in pairs, and some CPUs have
 * 128-byte lines. Pools and threads start on a page of their own, so that the thread that touches a
 * page first places it on its own NUMA node.
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
  /** Reserved for kworker threads: the most recently idle one, and how many there are. */
  idleTop: 2 * LINE_WORDS,
  idleCount: 2 * LINE_WORDS + 1,
} as const;

/** Words of a thread's page, from its start. */
export const THREAD = {
  /** MCS queue node: address of the next node, and 1 while its owner waits. */
  nodeNext: 0,
  nodeWaits: 1,
  /** The submitter's work item; its address is the word `item`. */
  item: LINE_WORDS,
  phase: 2 * LINE_WORDS,
} as const;

/** Words of a work item, from its address. */
export const ITEM = {
  /** Address of the next item in the worklist, 0 at its end. */
  next: 0,
  completion: 1,
  /** Times the item has run; written by whoever popped it. */
  runs: 2,
} as const;

/** What a thread is doing, for the report of a stall. */
export const PHASES = ['start', 'first touch', 'gate', 'measure', 'done'] as const;

export type Phase = (typeof PHASES)[number];

/** Where everything of one trial lies; pure arithmetic, the same on every thread. */
export interface Layout {
  readonly bytes: number;
  poolPage(pool: number): number;
  guardOf(pool: number): number;
  threadPage(thread: number): number;
  /** Byte offsets of a thread's sample arrays. */
  queueNsAt(thread: number): number;
  roundTripNsAt(thread: number): number;
}

export function layOut(pools: number, threads: number, samples: number): Layout {
  const sampleWords = roundUpToPage(samples);
  const threadWords = PAGE_WORDS + 2 * sampleWords;
  const poolPage = (pool: number) => PAGE_WORDS * (1 + pool);
  const threadPage = (thread: number) => poolPage(pools) + thread * threadWords;
  return {
    bytes: threadPage(threads) * WORD_BYTES,
    poolPage,
    guardOf: (pool) => poolPage(pool) + POOL.guard,
    threadPage,
    queueNsAt: (thread) => (threadPage(thread) + PAGE_WORDS) * WORD_BYTES,
    roundTripNsAt: (thread) => (threadPage(thread) + PAGE_WORDS + sampleWords) * WORD_BYTES,
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
  return Math.ceil(words / PAGE_WORDS) * PAGE_WORDS;
}
