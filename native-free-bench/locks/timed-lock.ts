import { nowNs } from '../clock.js';
import type { Lock } from './lock.js';

/** One hold in this many is timed. */
const TIMED_EVERY = 16;

/** A lock that also knows how long its thread held it. */
export class TimedLock implements Lock {
  private readonly lock: Lock;
  private acquisitions = 0;
  private timed = 0;
  private timedNs = 0;
  private acquiredNs = 0;

  constructor(lock: Lock) {
    this.lock = lock;
  }

  init(): void {
    this.lock.init();
  }

  acquire(): void {
    this.lock.acquire();
    this.begin();
  }

  tryAcquire(): boolean {
    const acquired = this.lock.tryAcquire();
    if (acquired) this.begin();
    return acquired;
  }

  release(): void {
    if (this.acquiredNs > 0) {
      this.timedNs += nowNs() - this.acquiredNs;
      this.timed++;
      this.acquiredNs = 0;
    }
    this.lock.release();
  }

  isHeld(): boolean {
    return this.lock.isHeld();
  }

  /** Total time held in ns, scaled up from the timed holds. */
  get heldNs(): number {
    return this.timed === 0 ? 0 : (this.timedNs / this.timed) * this.acquisitions;
  }

  private begin(): void {
    if (this.acquisitions++ % TIMED_EVERY === 0) this.acquiredNs = nowNs();
  }
}
