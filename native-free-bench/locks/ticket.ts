import type { Lock, LockSite } from './lock.js';

/**
 * Ticket lock: FIFO, all waiters watch one word.
 * J. M. Mellor-Crummey, M. L. Scott, "Algorithms for Scalable Synchronization on Shared-Memory
 * Multiprocessors", ACM TOCS 9(1), 1991. Tickets wrap around in 32 bits.
 */
export class TicketLock implements Lock {
  private readonly site: LockSite;
  private readonly words: Int32Array;
  private readonly next: number;
  private readonly serving: number;

  constructor(site: LockSite) {
    this.site = site;
    this.words = site.words;
    this.next = site.lock;
    this.serving = site.serving;
  }

  init(): void {
    Atomics.store(this.words, this.next, 0);
    Atomics.store(this.words, this.serving, 0);
  }

  acquire(): void {
    const ticket = Atomics.add(this.words, this.next, 1);
    // Acquires: orders the critical section after the release that served this ticket.
    if (Atomics.load(this.words, this.serving) !== ticket) this.wait(ticket);
  }

  tryAcquire(): boolean {
    const serving = Atomics.load(this.words, this.serving);
    // Acquires, and takes a ticket only if it is the one being served.
    return Atomics.compareExchange(this.words, this.next, serving, (serving + 1) | 0) === serving;
  }

  release(): void {
    // Releases; only the holder writes this word, so its own read of it needs no order.
    Atomics.store(this.words, this.serving, (this.words[this.serving]! + 1) | 0);
  }

  isHeld(): boolean {
    return Atomics.load(this.words, this.serving) !== Atomics.load(this.words, this.next);
  }

  private wait(ticket: number): void {
    const startNs = this.site.meter.waitBegins();
    while (Atomics.load(this.words, this.serving) !== ticket) this.site.spin.step();
    this.site.meter.waitEnds(startNs);
  }
}
