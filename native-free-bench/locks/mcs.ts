import { THREAD } from '../layout.js';
import type { Lock, LockSite } from './lock.js';

const NOBODY = 0;
const WAITS_AT = THREAD.nodeWaits - THREAD.nodeNext;

/**
 * MCS queue lock, the algorithm of the kernel's queued spinlock: FIFO, each waiter spins on a line
 * of its own. The lock word holds the address of the last node in the queue.
 *
 *   lock ──────────────────────────┐
 *   [holder: next]→[waits=1: next]→[waits=1: next=0]
 *
 * J. M. Mellor-Crummey, M. L. Scott, ACM TOCS 9(1), 1991.
 */
export class McsLock implements Lock {
  private readonly site: LockSite;
  private readonly words: Int32Array;
  private readonly tail: number;
  private readonly node: number;

  constructor(site: LockSite) {
    this.site = site;
    this.words = site.words;
    this.tail = site.lock;
    this.node = site.node;
  }

  init(): void {
    Atomics.store(this.words, this.tail, NOBODY);
  }

  acquire(): void {
    // Plain: the exchange below publishes it before anyone can find the node.
    this.words[this.node] = NOBODY;
    // Acquires when the queue was empty: orders the critical section after the last release.
    const previous = Atomics.exchange(this.words, this.tail, this.node);
    if (previous !== NOBODY) this.waitBehind(previous);
  }

  tryAcquire(): boolean {
    this.words[this.node] = NOBODY;
    // Acquires, as in `acquire`, but only an empty queue.
    return Atomics.compareExchange(this.words, this.tail, NOBODY, this.node) === NOBODY;
  }

  release(): void {
    // A plain look saves an atomic one: a stale 0 only leads to the exchange, which then fails, and
    // behind another value comes the atomic look that orders the hand-over after the link.
    if (this.words[this.node] !== NOBODY) this.handTo(this.awaitSuccessor());
    // Releases when no one is behind: orders the critical section before the next acquire.
    else if (Atomics.compareExchange(this.words, this.tail, this.node, NOBODY) !== this.node) {
      this.handTo(this.awaitSuccessor());
    }
  }

  isHeld(): boolean {
    return Atomics.load(this.words, this.tail) !== NOBODY;
  }

  private waitBehind(previous: number): void {
    const startNs = this.site.meter.waitBegins();
    this.words[this.node + WAITS_AT] = 1;
    // Publishes the node, with its flag set, to the thread in front.
    Atomics.store(this.words, previous, this.node);
    // Acquires: orders the critical section after the hand-over.
    while (Atomics.load(this.words, this.node + WAITS_AT) === 1) this.site.spin.step();
    this.site.meter.waitEnds(startNs);
  }

  private handTo(next: number): void {
    // Releases: orders the critical section before the successor's.
    Atomics.store(this.words, next + WAITS_AT, 0);
  }

  /** A successor has swapped the tail, and has linked itself or is about to. */
  private awaitSuccessor(): number {
    for (;;) {
      const next = Atomics.load(this.words, this.node);
      if (next !== NOBODY) return next;
      this.site.spin.step();
    }
  }
}
