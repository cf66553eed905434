import { LINE_WORDS, PAGE_WORDS, roundUpToPage, WORD_BYTES } from './layout.js';

/**
 * What the threads of a ping-pong share. All offsets are indexes of 32-bit words but `samplesNsAt`.
 *
 *   ┌ control page ──┐┌ pages of all ──┐┌ page of thread 0 ─┐   ┌ pages of all ─────────┐
 *   │ line 0 arrived ││ pairs          ││ line 0 mail       │   │ samples of pair 0, in │
 *   │ line 1 abort   ││ samples taken  ││ line 1 ball       │ … │ ns; of pair 1; …      │
 *   │ line 2 current ││                ││ line 2 played     │   │                       │
 *   └────────────────┘└────────────────┘└───────────────────┘   └───────────────────────┘
 *
 * A pair plays over the ball of its leader, so that the line's home is the leader's NUMA node: over
 * one line for all, pairs of another node would be measured with a detour.
 */
export const PING_CONTROL = {
  /** Index of the pair last called; for the report of a stall. */
  current: 2 * LINE_WORDS,
} as const;

/** Words of a thread's page, from its start. */
export const PLAYER = {
  /** What the thread is to do next: see `MAIL`. It sleeps on this word. */
  mail: 0,
  /** The word that is played with: see `BALL`. */
  ball: LINE_WORDS,
  /** 1 once the thread has played a pair of this task, and so compiled its loop. */
  played: 2 * LINE_WORDS,
} as const;

/** Values of the mail word; a pair's index is sent as `pair0` plus the index. */
export const MAIL = { none: 0, end: 1, givenUp: 2, pair0: 3 } as const;

/** Values of the ball: whose turn it is, or that the leader has had enough. */
export const BALL = { leader: 0, follower: 1, stop: 2 } as const;

/** Where everything of one ping-pong lies; pure arithmetic, the same on every thread. */
export interface PingLayout {
  readonly bytes: number;
  /** Word of the pair's leader; the follower's is the next. */
  pairAt(pair: number): number;
  takenAt(pair: number): number;
  playerPage(thread: number): number;
  /** Byte offset of the pair's samples. */
  samplesNsAt(pair: number): number;
}

export function layOutPing(threads: number, pairs: number, samples: number): PingLayout {
  const pairsStart = PAGE_WORDS;
  const takenStart = pairsStart + 2 * pairs;
  const playersStart = pairsStart + roundUpToPage(3 * pairs);
  const samplesStart = (playersStart + threads * PAGE_WORDS) * WORD_BYTES;
  const bytesPerPair = samples * Float64Array.BYTES_PER_ELEMENT;
  return {
    bytes: samplesStart + pairs * bytesPerPair,
    pairAt: (pair) => pairsStart + 2 * pair,
    takenAt: (pair) => takenStart + pair,
    playerPage: (thread) => playersStart + thread * PAGE_WORDS,
    samplesNsAt: (pair) => samplesStart + pair * bytesPerPair,
  };
}
