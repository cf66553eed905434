import { ITEM, POOL } from './layout.js';
import type { Lock } from './locks/lock.js';

export const NO_ITEM = 0;

/**
 * One thread's handle on a worker pool: one lock, one FIFO worklist (a linked list through the
 * items). Everything between acquire and release is plain memory access, ordered by the lock.
 */
export class Pool {
  /** This thread's acquisitions of the pool's lock. */
  acquisitions = 0;
  protected readonly words: Int32Array;
  protected readonly lock: Lock;
  private readonly head: number;
  private readonly tail: number;
  private readonly guard: number;

  constructor(words: Int32Array, page: number, lock: Lock) {
    this.words = words;
    this.lock = lock;
    this.head = page + POOL.head;
    this.tail = page + POOL.tail;
    this.guard = page + POOL.guard;
  }

  /** First touch of the pool's page; by one thread, before the gate. */
  init(): void {
    this.words[this.head] = NO_ITEM;
    this.words[this.tail] = NO_ITEM;
    this.words[this.guard] = 0;
    this.lock.init();
  }

  /** The kernel's `queue_work`: appends the item under the lock. */
  queueWork(item: number): void {
    this.lock.acquire();
    this.countAcquisition();
    this.append(item);
    this.lock.release();
  }

  /** Removes the first item, whoever queued it. Returns `NO_ITEM` when the worklist is empty. */
  popFirst(): number {
    this.lock.acquire();
    this.countAcquisition();
    const item = this.takeFirst();
    this.lock.release();
    return item;
  }

  protected append(item: number): void {
    const words = this.words;
    words[item + ITEM.next] = NO_ITEM;
    const last = words[this.tail]!;
    if (last === NO_ITEM) words[this.head] = item;
    else words[last + ITEM.next] = item;
    words[this.tail] = item;
  }

  protected takeFirst(): number {
    const words = this.words;
    const item = words[this.head]!;
    if (item !== NO_ITEM) {
      const next = words[item + ITEM.next]!;
      words[this.head] = next;
      if (next === NO_ITEM) words[this.tail] = NO_ITEM;
    }
    return item;
  }

  protected isEmpty(): boolean {
    return this.words[this.head] === NO_ITEM;
  }

  /** Counted twice, apart: where the two differ at the end, two threads held the lock at once. */
  protected countAcquisition(): void {
    this.acquisitions++;
    this.words[this.guard] = this.words[this.guard]! + 1;
  }
}
