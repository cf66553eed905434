import { nowNs } from './clock.js';
import { THREAD } from './layout.js';

/** One wake-up in this many is timed. */
const TIMED_EVERY = 16;

/** Stamps are times modulo this, so that they fit a word; no wake-up takes a second. */
const TURN_NS = 2 ** 30;

const UNTIMED = 0;

/** What a waker leaves with the sleeper: the time for one wake-up in some, else nothing. */
export function wakeStamp(wakeUps: number): number {
  return wakeUps % TIMED_EVERY === 0 ? (nowNs() % TURN_NS) + 1 : UNTIMED;
}

/** How long a thread's wake-ups took, from before the notify to its running. */
export class WakeMeter {
  timed = 0;
  totalNs = 0;

  /** By the sleeper, once it runs. */
  note(words: Int32Array, page: number): void {
    const stamp = words[page + THREAD.wokenAt]!;
    if (stamp === UNTIMED) return;
    words[page + THREAD.wokenAt] = UNTIMED;
    this.totalNs += ((nowNs() % TURN_NS) + 1 - stamp + TURN_NS) % TURN_NS;
    this.timed++;
  }
}
