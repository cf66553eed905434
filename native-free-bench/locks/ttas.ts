import type { Lock, LockSite } from './lock.js';

const FREE = 0;
const HELD = 1;

/** Bound of the back-off, in spin steps. */
const MAX_BACK_OFF = 64;

/**
 * Test-and-test-and-set with bounded exponential back-off: waits on its own copy of the line, and
 * after a lost race for the freed word stays away twice as long.
 * T. E. Anderson, "The Performance of Spin Lock Alternatives", IEEE TPDS 1(1), 1990.
 */
export class TtasLock implements Lock {
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
    return Atomics.exchange(this.words, this.word, HELD) === FREE;
  }

  release(): void {
    // Releases: orders the critical section before the next acquire.
    Atomics.store(this.words, this.word, FREE);
  }

  isHeld(): boolean {
    return Atomics.load(this.words, this.word) === HELD;
  }

  private wait(): void {
    const startNs = this.site.meter.waitBegins();
    let backOff = 1;
    do {
      this.site.spin.backOff(backOff);
      backOff = Math.min(backOff * 2, MAX_BACK_OFF);
      while (this.isHeld()) this.site.spin.step();
    } while (!this.tryAcquire());
    this.site.meter.waitEnds(startNs);
  }
}
