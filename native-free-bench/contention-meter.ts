import { nowNs } from './clock.js';

/** One contended acquisition in this many is timed: two clock reads would double a short wait. */
const TIMED_EVERY = 16;

/**
 * One thread's account of its contended acquisitions. It lives in the thread's own memory, so that
 * counting disturbs no other thread, and an uncontended acquisition does not come here at all.
 */
export class ContentionMeter {
  contended = 0;
  maxWaitNs = 0;
  private timed = 0;
  private timedWaitNs = 0;

  /** At the start of a wait. Returns the time in ns when this wait is timed, else 0. */
  waitBegins(): number {
    return this.contended++ % TIMED_EVERY === 0 ? nowNs() : 0;
  }

  waitEnds(startNs: number): void {
    if (startNs === 0) return;
    const waitNs = nowNs() - startNs;
    this.timed++;
    this.timedWaitNs += waitNs;
    if (waitNs > this.maxWaitNs) this.maxWaitNs = waitNs;
  }

  /** Total wait in ns, scaled up from the timed waits. */
  get waitNs(): number {
    return this.timed === 0 ? 0 : (this.timedWaitNs / this.timed) * this.contended;
  }
}
