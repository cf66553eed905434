import { ITEM } from './layout.js';
import type { Spin } from './spin.js';

const PENDING = 0;
const DONE = 1;
/** Pending, and its submitter sleeps on the word. */
const PENDING_ASLEEP = 2;

/** Empty looks at an item before its submitter sleeps, when it may sleep at all. */
const STEPS_BEFORE_SLEEP = 200;

/** A work item's completion, as the kernel's `struct completion`: reset, complete, wait. */
export const completion = {
  /** By the submitter before queueing: the lock's release publishes it. */
  reset(words: Int32Array, item: number): void {
    words[item + ITEM.completion] = PENDING;
  },

  isDone(words: Int32Array, item: number): boolean {
    // Orders what the item did before what its submitter does next.
    return Atomics.load(words, item + ITEM.completion) === DONE;
  },

  /** As `isDone` when true; cheaper when false, but then another thread's store may be unseen. */
  seemsDone(words: Int32Array, item: number): boolean {
    return words[item + ITEM.completion] === DONE && completion.isDone(words, item);
  },

  complete(words: Int32Array, item: number): void {
    const word = item + ITEM.completion;
    // Orders what the item did before its submitter sees it done.
    if (Atomics.exchange(words, word, DONE) === PENDING_ASLEEP) Atomics.notify(words, word, 1);
  },

  /** By the submitter itself, as kworker: no other thread waits for it, so nothing to order. */
  completeOwn(words: Int32Array, item: number): void {
    words[item + ITEM.completion] = DONE;
  },

  /** Sleeps until done, or for a slice of time. Throws `StalledError`. */
  sleep(words: Int32Array, item: number, spin: Spin): void {
    const word = item + ITEM.completion;
    // Announces the sleeper, unless the item has been completed meanwhile.
    if (Atomics.compareExchange(words, word, PENDING, PENDING_ASLEEP) === DONE) return;
    spin.sleepWhile(word, PENDING_ASLEEP);
  },
};

/** How a submitter waits while another thread runs its item. */
export class CompletionWait {
  private readonly spin: Spin;
  private readonly maySleep: boolean;

  /** `maySleep`: only where threads outnumber CPUs; a wake-up costs more than an item. */
  constructor(spin: Spin, maySleep: boolean) {
    this.spin = spin;
    this.maySleep = maySleep;
  }

  /** Returns when the item is done. Throws `StalledError`. */
  until(words: Int32Array, item: number): void {
    for (let steps = 0; !completion.isDone(words, item); steps++) {
      if (this.maySleep && steps >= STEPS_BEFORE_SLEEP) completion.sleep(words, item, this.spin);
      else this.spin.step();
    }
  }
}
