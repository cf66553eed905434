import { nowNs } from './clock.js';
import { CONTROL, LINE_WORDS, PAGE_WORDS, roundUpToPage, WORD_BYTES } from './layout.js';
import type { WakeReport, WakeSpec, WakeTask } from './protocol.js';
import { Spin } from './spin.js';

/**
 * What the threads of a wake-up measurement share. Word offsets but for the times.
 *
 *   ┌ control page ──┐┌ page of sleeper 0 ┐   ┌ pages of all ───────────────────┐
 *   │ line 0 ready   ││ line 0 sleep      │ … │ notifiedNs, calledNs, runningNs │
 *   │ line 1 abort   │└───────────────────┘   │ of each round and sleeper       │
 *   │ line 2 awake   │                        └─────────────────────────────────┘
 *   └────────────────┘
 */
const WAKES = {
  /** Sleepers that are about to sleep, over all rounds; in the place of the gate's count. */
  ready: CONTROL.arrived,
  /** Sleepers that have run again, over all rounds. */
  awake: 2 * LINE_WORDS,
} as const;

/** Time for a thread that says it is about to sleep to be asleep. */
const SETTLE_NS = 200_000;

export interface WakeLayout {
  readonly bytes: number;
  /** A sleeper's futex word: the number of wake-ups so far. */
  sleepAt(sleeper: number): number;
  /** Byte offset of one of the three tables of times, by round and sleeper. */
  timesAt(table: number): number;
}

export function layOutWakes({
  sleepers,
  rounds,
}: Pick<WakeSpec, 'sleepers' | 'rounds'>): WakeLayout {
  const sleepAt = (sleeper: number) => PAGE_WORDS * (1 + sleeper);
  const tableWords = roundUpToPage(
    (sleepers.length * rounds * Float64Array.BYTES_PER_ELEMENT) / WORD_BYTES,
  );
  const timesAt = (table: number) => (sleepAt(sleepers.length) + table * tableWords) * WORD_BYTES;
  return { bytes: timesAt(3), sleepAt, timesAt };
}

/** Times of all wake-ups, in ns of the common clock, round after round, in the order of the calls. */
export interface WakeTimes {
  /** Right before the store and the notify. */
  readonly notifiedNs: Float64Array;
  /** Once the notify has returned. */
  readonly calledNs: Float64Array;
  /** Of the sleeper, on a CPU again. */
  readonly runningNs: Float64Array;
}

export function wakeTimes(buffer: SharedArrayBuffer, spec: WakeSpec): WakeTimes {
  const layout = layOutWakes(spec);
  const count = spec.sleepers.length * spec.rounds;
  const table = (number: number) => new Float64Array(buffer, layout.timesAt(number), count);
  return { notifiedNs: table(0), calledNs: table(1), runningNs: table(2) };
}

/**
 * This thread's part: it wakes the sleepers one after the other as a pool's lock holder would, or is
 * one of them, or has nothing to do. All sleep when a round begins. Throws `StalledError`.
 */
export function playWakes({ buffer, spec, collect }: WakeTask, slot: number): WakeReport {
  if (collect) globalThis.gc?.();
  const layout = layOutWakes(spec);
  const words = new Int32Array(buffer, 0, Math.floor(layout.bytes / WORD_BYTES));
  const spin = new Spin(words, nowNs() + spec.deadlineMs * 1e6);
  const times = wakeTimes(buffer, spec);
  const sleeper = spec.sleepers.indexOf(slot);
  if (sleeper >= 0) sleep(words, layout.sleepAt(sleeper), sleeper, spec, times, spin);
  else if (slot === spec.waker) wakeAll(words, layout, spec, times, spin);
  return { kind: 'woke', slot };
}

function sleep(
  words: Int32Array,
  word: number,
  sleeper: number,
  { sleepers, rounds }: WakeSpec,
  { runningNs }: WakeTimes,
  spin: Spin,
): void {
  for (let round = 0; round < rounds; round++) {
    announce(words, WAKES.ready, sleepers.length * (round + 1));
    while (Atomics.load(words, word) === round) spin.sleepToDeadline(word, round);
    runningNs[round * sleepers.length + sleeper] = nowNs();
    announce(words, WAKES.awake, sleepers.length * (round + 1));
  }
}

function wakeAll(
  words: Int32Array,
  layout: WakeLayout,
  { sleepers, rounds }: WakeSpec,
  { notifiedNs, calledNs }: WakeTimes,
  spin: Spin,
): void {
  for (let round = 0; round < rounds; round++) {
    awaitCount(words, WAKES.ready, sleepers.length * (round + 1), spin);
    // A word that nobody notifies.
    spin.sleepToDeadline(CONTROL.open, 0, SETTLE_NS);
    for (let sleeper = 0; sleeper < sleepers.length; sleeper++) {
      const at = round * sleepers.length + sleeper;
      notifiedNs[at] = nowNs();
      Atomics.store(words, layout.sleepAt(sleeper), round + 1);
      Atomics.notify(words, layout.sleepAt(sleeper), 1);
      calledNs[at] = nowNs();
    }
    awaitCount(words, WAKES.awake, sleepers.length * (round + 1), spin);
  }
}

/** The last of them wakes the waker, and nobody before: that would disturb the others. */
function announce(words: Int32Array, counter: number, last: number): void {
  if (Atomics.add(words, counter, 1) + 1 === last) Atomics.notify(words, counter, 1);
}

/** Asleep, so that its CPU is free for those it woke. */
function awaitCount(words: Int32Array, counter: number, count: number, spin: Spin): void {
  for (;;) {
    const found = Atomics.load(words, counter);
    if (found === count) return;
    spin.sleepWhile(counter, found);
  }
}

/** Ends every sleep of a measurement that is given up. */
export function giveUpWakes(words: Int32Array, spec: WakeSpec): void {
  // Before the wake-ups, so that who wakes leaves.
  Atomics.store(words, CONTROL.abort, 1);
  const layout = layOutWakes(spec);
  spec.sleepers.forEach((_, sleeper) => {
    const word = layout.sleepAt(sleeper);
    // Another value: who is only about to sleep does not.
    Atomics.add(words, word, spec.rounds);
    Atomics.notify(words, word);
  });
}
