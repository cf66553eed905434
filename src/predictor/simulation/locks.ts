import { hopBetween, type Machine } from './machine.js';
import type { SimRandom } from './sim-random.js';
import { ThreadLists } from './thread-lists.js';

/**
 * Spinlocks: who holds each, who waits, and the CPU its line was last on. A waiting thread has no
 * event of its own; the one who releases lets it in.
 */
export class Locks {
  readonly acquisitions: Float64Array;
  readonly contended: Float64Array;
  readonly waitNs: Float64Array;
  readonly maxWaitNs: Float64Array;
  readonly heldNs: Float64Array;
  private readonly machine: Machine;
  private readonly fifo: boolean;
  private readonly random: SimRandom;
  private readonly holders: Int32Array;
  private readonly lastCpu: Int32Array;
  private readonly waiters: ThreadLists;
  private readonly joinedAt: Float64Array;

  constructor(
    count: number,
    threads: number,
    machine: Machine,
    order: { readonly fifo: boolean; readonly random: SimRandom },
  ) {
    this.machine = machine;
    this.fifo = order.fifo;
    this.random = order.random;
    this.holders = new Int32Array(count).fill(-1);
    this.lastCpu = new Int32Array(count).fill(-1);
    this.waiters = new ThreadLists(count, threads);
    this.joinedAt = new Float64Array(threads);
    this.acquisitions = new Float64Array(count);
    this.contended = new Float64Array(count);
    this.waitNs = new Float64Array(count);
    this.maxWaitNs = new Float64Array(count);
    this.heldNs = new Float64Array(count);
  }

  /** Whether the thread has the lock now; otherwise it waits until `release` names it. */
  acquire(lock: number, thread: number, now: number): boolean {
    this.joinedAt[thread] = now;
    if (this.holders[lock]! < 0) {
      this.holders[lock] = thread;
      this.acquisitions[lock]!++;
      return true;
    }
    this.waiters.pushBack(lock, thread);
    return false;
  }

  /** The next holder; -1 for none. */
  release(lock: number, now: number): number {
    const heir = this.nextOf(lock);
    this.holders[lock] = heir;
    if (heir < 0) return heir;
    const wait = now - this.joinedAt[heir]!;
    this.acquisitions[lock]!++;
    this.contended[lock]!++;
    this.waitNs[lock]! += wait;
    if (wait > this.maxWaitNs[lock]!) this.maxWaitNs[lock] = wait;
    return heir;
  }

  /** Moves the lock's line to a CPU. Returns how far, as an index of `HOPS`. */
  fetchLine(lock: number, cpu: number): number {
    const last = this.lastCpu[lock]!;
    this.lastCpu[lock] = cpu;
    return last < 0 ? 0 : hopBetween(this.machine, last, cpu);
  }

  /** When the thread asked for the lock it has, or waits for. */
  joined(thread: number): number {
    return this.joinedAt[thread]!;
  }

  resetCounters(): void {
    for (const counter of [this.acquisitions, this.contended, this.waitNs, this.maxWaitNs]) {
      counter.fill(0);
    }
    this.heldNs.fill(0);
  }

  private nextOf(lock: number): number {
    const count = this.waiters.length(lock);
    if (count === 0) return -1;
    return this.fifo
      ? this.waiters.shift(lock)
      : this.waiters.takeAt(lock, this.random.below(count));
  }
}
