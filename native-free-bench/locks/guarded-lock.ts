import type { CountedLock } from '../workloads/workload.js';
import type { Lock } from './lock.js';

/**
 * A lock whose acquisitions are counted twice, apart: here, and in a plain word under the lock.
 * Where the two differ at the end, two threads held it at once. A pool does the same on its own.
 */
export class GuardedLock implements CountedLock {
  acquisitions = 0;
  private readonly lock: Lock;
  private readonly words: Int32Array;
  private readonly guard: number;

  constructor(lock: Lock, words: Int32Array, guard: number) {
    this.lock = lock;
    this.words = words;
    this.guard = guard;
  }

  init(): void {
    this.words[this.guard] = 0;
    this.lock.init();
  }

  acquire(): void {
    this.lock.acquire();
    this.count();
  }

  tryAcquire(): boolean {
    const acquired = this.lock.tryAcquire();
    if (acquired) this.count();
    return acquired;
  }

  release(): void {
    this.lock.release();
  }

  isHeld(): boolean {
    return this.lock.isHeld();
  }

  private count(): void {
    this.acquisitions++;
    this.words[this.guard] = this.words[this.guard]! + 1;
  }
}
