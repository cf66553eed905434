import type { Lock, LockSite } from './lock.js';

const FREE = 0;
const HELD = 1;

/** Test-and-set: every attempt writes the line. The simplest lock, and the worst under contention. */
export class TasLock implements Lock {
  protected readonly site: LockSite;
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

  protected wait(): void {
    const startNs = this.site.meter.waitBegins();
    do this.site.spin.step();
    while (!this.tryAcquire());
    this.site.meter.waitEnds(startNs);
  }
}
