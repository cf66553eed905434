import { CONTROL, THREAD } from './layout.js';
import type { Spin } from './spin.js';

/** States of a kworker's own futex word. */
const SLEEP = {
  /** Not yet created: it stands ready, asleep. A fresh page has this state. */
  reserve: 0,
  /** On its way to sleep, or asleep. */
  asleep: 1,
  /** Running, or woken. */
  woken: 2,
  ended: 3,
} as const;

/** Sleeping and waking of one kworker, whose page is `page`. */
export const kworkerSleep = {
  /** By the kworker, under the pool's lock: from here on it can be woken. */
  prepare(words: Int32Array, page: number): void {
    // Ordered before the look at `submitting` in `sleep`, which the last submitter writes first.
    Atomics.store(words, page + THREAD.sleep, SLEEP.asleep);
  },

  /**
   * Sleeps until woken or created; false once the trial is over. Not in slices: a lost wake-up must
   * show as a stall. Throws `StalledError`.
   */
  sleep(words: Int32Array, page: number, spin: Spin): boolean {
    for (;;) {
      // Orders what the waker did before what is done awake.
      const state = Atomics.load(words, page + THREAD.sleep);
      if (state === SLEEP.woken) return true;
      if (state === SLEEP.ended || Atomics.load(words, CONTROL.submitting) === 0) return false;
      // A trial is given up before its sleepers are woken, so this or the wake-up is seen.
      spin.check();
      spin.sleepToDeadline(page + THREAD.sleep, state);
    }
  },

  /** By a waker, under the pool's lock. False when it has been woken already. */
  wake(words: Int32Array, page: number, stamp: number): boolean {
    const word = page + THREAD.sleep;
    // Nobody else wakes it meanwhile: the lock is held.
    if (Atomics.load(words, word) !== SLEEP.asleep) return false;
    words[page + THREAD.wokenAt] = stamp;
    // Orders what the waker did before what is done awake; fails only when the trial has ended.
    if (Atomics.compareExchange(words, word, SLEEP.asleep, SLEEP.woken) !== SLEEP.asleep) {
      return false;
    }
    Atomics.notify(words, word, 1);
    return true;
  },

  /** Calls a kworker out of the reserve, under the pool's lock. */
  create(words: Int32Array, page: number, stamp: number): void {
    const word = page + THREAD.sleep;
    words[page + THREAD.wokenAt] = stamp;
    // Orders the pool's account of the new kworker before its first step.
    Atomics.store(words, word, SLEEP.woken);
    Atomics.notify(words, word, 1);
  },

  /**
   * After the last item of the trial, or when it is given up: a sleeper leaves. One that has been
   * woken, or called out of the reserve, still comes, goes back to sleep and sees that nobody
   * submits: it was counted, so it must not be overtaken by the end.
   */
  end(words: Int32Array, page: number): void {
    const word = page + THREAD.sleep;
    for (const state of [SLEEP.asleep, SLEEP.reserve]) {
      Atomics.compareExchange(words, word, state, SLEEP.ended);
    }
    Atomics.notify(words, word, 1);
  },
};
