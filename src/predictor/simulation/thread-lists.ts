/**
 * Lists of threads, each thread in at most one of a family: run queues, waiters of locks, idle
 * kworkers. Linked through one array, so that none of them allocates.
 */
export class ThreadLists {
  private readonly heads: Int32Array;
  private readonly tails: Int32Array;
  private readonly lengths: Int32Array;
  private readonly after: Int32Array;

  constructor(lists: number, threads: number) {
    this.heads = new Int32Array(lists).fill(-1);
    this.tails = new Int32Array(lists).fill(-1);
    this.lengths = new Int32Array(lists);
    this.after = new Int32Array(threads).fill(-1);
  }

  /** -1 for an empty list. */
  first(list: number): number {
    return this.heads[list]!;
  }

  length(list: number): number {
    return this.lengths[list]!;
  }

  /** -1 behind the last. */
  next(thread: number): number {
    return this.after[thread]!;
  }

  pushFront(list: number, thread: number): void {
    const head = this.heads[list]!;
    this.after[thread] = head;
    if (head < 0) this.tails[list] = thread;
    this.heads[list] = thread;
    this.lengths[list]!++;
  }

  pushBack(list: number, thread: number): void {
    this.after[thread] = -1;
    if (this.heads[list]! < 0) this.heads[list] = thread;
    else this.after[this.tails[list]!] = thread;
    this.tails[list] = thread;
    this.lengths[list]!++;
  }

  /** -1 from an empty list. */
  shift(list: number): number {
    const head = this.heads[list]!;
    if (head >= 0) this.removeBehind(list, -1, head);
    return head;
  }

  /** The one with `place` others before it. */
  takeAt(list: number, place: number): number {
    let before = -1;
    let thread = this.heads[list]!;
    for (let left = place; left > 0; left--) {
      before = thread;
      thread = this.after[thread]!;
    }
    this.removeBehind(list, before, thread);
    return thread;
  }

  remove(list: number, thread: number): void {
    let before = -1;
    let at = this.heads[list]!;
    while (at !== thread) {
      if (at < 0) throw new Error(`thread ${thread} is not in list ${list}`);
      before = at;
      at = this.after[at]!;
    }
    this.removeBehind(list, before, thread);
  }

  private removeBehind(list: number, before: number, thread: number): void {
    const next = this.after[thread]!;
    if (before < 0) this.heads[list] = next;
    else this.after[before] = next;
    if (next < 0) this.tails[list] = before;
    this.lengths[list]!--;
  }
}
