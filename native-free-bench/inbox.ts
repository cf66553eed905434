import { ITEM, THREAD } from './layout.js';
import type { Spin } from './spin.js';

const PENDING = 0;
const DONE = 1;

/** Empty looks before a submitter sleeps, where it does not sleep at once. */
const STEPS_BEFORE_SLEEP = 200;

/** How a submitter waits for the completion of any of its items. */
export type InboxWait = 'spin' | 'spin-then-sleep' | 'sleep';

/**
 * Completions of a submitter that may have several items in flight: each item says that it is done,
 * and a counter, on which the submitter sleeps, that one of them is.
 */
export class Inbox {
  private readonly words: Int32Array;
  private readonly page: number;
  private readonly spin: Spin;
  private readonly wait: InboxWait;

  constructor(words: Int32Array, page: number, spin: Spin, wait: InboxWait) {
    this.words = words;
    this.page = page;
    this.spin = spin;
    this.wait = wait;
  }

  /** By whoever ran the item. Returns whether the submitter slept. */
  static deliver(words: Int32Array, item: number): boolean {
    const page = words[item + ITEM.submitter]!;
    // Orders what the item did before what its submitter does next.
    Atomics.store(words, item + ITEM.completion, DONE);
    // Counted before the look at `asleep`, as the submitter announces its sleep before the wait
    // compares the count: one of the two sees the other.
    Atomics.add(words, page + THREAD.completions, 1);
    if (Atomics.load(words, page + THREAD.asleep) === 0) return false;
    return Atomics.notify(words, page + THREAD.completions, 1) > 0;
  }

  /** Before the item is queued: the lock's release publishes it. */
  static reset(words: Int32Array, item: number): void {
    words[item + ITEM.completion] = PENDING;
  }

  static isDone(words: Int32Array, item: number): boolean {
    // Orders what the item did before what its submitter does next.
    return Atomics.load(words, item + ITEM.completion) === DONE;
  }

  /** Completions so far. */
  get count(): number {
    return Atomics.load(this.words, this.page + THREAD.completions);
  }

  /** Returns once there are more completions than `seen`. Throws `StalledError`. */
  awaitMore(seen: number): void {
    for (let steps = 0; this.count === seen; steps++) {
      const spins = this.wait === 'spin' || (this.wait !== 'sleep' && steps < STEPS_BEFORE_SLEEP);
      if (spins) this.spin.step();
      else this.sleep(seen, Number.POSITIVE_INFINITY);
    }
  }

  /** Sleeps for a time, but not once there are more completions than `seen`. */
  sleepFor(seen: number, ns: number): void {
    this.sleep(seen, ns);
  }

  private sleep(seen: number, atMostNs: number): void {
    // Announced before the wait compares the count; see `deliver`.
    Atomics.store(this.words, this.page + THREAD.asleep, 1);
    this.spin.sleepToDeadline(this.page + THREAD.completions, seen, atMostNs);
    Atomics.store(this.words, this.page + THREAD.asleep, 0);
  }
}
