import type { Lock, LockSite } from './lock.js';

const FREE = 0;
const HELD = 1;
const HELD_WITH_SLEEPERS = 2;

/** Spin steps before a waiter sleeps: longer than a critical section, shorter than a wake-up. */
const STEPS_BEFORE_SLEEP = 200;

/**
 * Spins briefly, then sleeps on the lock word: correct with more threads than CPUs, where a spinning
 * waiter would keep the holder from running. The three-state futex mutex of U. Drepper, "Futexes
 * Are Tricky", 2011, section 6 (mutex 2), with a spin in front.
 */
export class ParkingLock implements Lock {
  private readonly site: LockSite;
  private readonly words: Int32Array;
  private readonly word: number;

  constructor(site: LockSite) {
    this.site = site;
    this.words = site.words;
    this.word = site.lock;
  }

  init(): void {
    Atomics.store(this.words, this.word, FREE);
  }

  acquire(): void {
    if (!this.tryAcquire()) this.wait();
  }

  tryAcquire(): boolean {
    // Acquires: orders the critical section after the release that left the word FREE.
    return Atomics.compareExchange(this.words, this.word, FREE, HELD) === FREE;
  }

  release(): void {
    // Releases, and tells in the same step whether someone may be asleep.
    if (Atomics.exchange(this.words, this.word, FREE) === HELD_WITH_SLEEPERS) {
      Atomics.notify(this.words, this.word, 1);
    }
  }

  isHeld(): boolean {
    return Atomics.load(this.words, this.word) !== FREE;
  }

  private wait(): void {
    const startNs = this.site.meter.waitBegins();
    if (!this.spinBriefly()) this.sleepUntilHeld();
    this.site.meter.waitEnds(startNs);
  }

  private spinBriefly(): boolean {
    for (let step = 0; step < STEPS_BEFORE_SLEEP; step++) {
      this.site.spin.step();
      if (!this.isHeld() && this.tryAcquire()) return true;
    }
    return false;
  }

  /**
   * Takes the word in the state HELD_WITH_SLEEPERS: who has slept cannot know that he was the last
   * sleeper, and a spare notify is cheaper than a lost one.
   */
  private sleepUntilHeld(): void {
    while (Atomics.exchange(this.words, this.word, HELD_WITH_SLEEPERS) !== FREE) {
      this.site.spin.sleepWhile(this.word, HELD_WITH_SLEEPERS);
    }
  }
}
