import { ThreadLists } from './thread-lists.js';

/** Worklists, FIFO, and idle lists of all pools, with the kworkers that were made. */
export class Pools {
  readonly created: Int32Array;
  readonly peakBusy: Int32Array;
  readonly wakeUps: Float64Array;
  readonly foundNoneIdle: Float64Array;
  readonly submittersWoken: Float64Array;
  private readonly most: readonly number[];
  private readonly managed: Uint8Array;
  private readonly firstKworker: Int32Array;
  private readonly idle: ThreadLists;
  private readonly work: ThreadLists;

  /** Kworkers are the threads behind the submitters, pool by pool. */
  constructor(most: readonly number[], submitters: number, items: number) {
    const pools = most.length;
    this.most = most;
    this.created = new Int32Array(pools);
    this.peakBusy = new Int32Array(pools);
    this.wakeUps = new Float64Array(pools);
    this.foundNoneIdle = new Float64Array(pools);
    this.submittersWoken = new Float64Array(pools);
    this.managed = new Uint8Array(pools);
    this.firstKworker = new Int32Array(pools);
    let next = submitters;
    most.forEach((count, pool) => {
      this.firstKworker[pool] = next;
      next += count;
    });
    this.idle = new ThreadLists(pools, next);
    this.work = new ThreadLists(pools, items);
  }

  resetCounters(): void {
    for (const counter of [this.wakeUps, this.foundNoneIdle, this.submittersWoken]) counter.fill(0);
  }

  /** Whether the caller is to make another kworker: one at a time does, the pool's manager. */
  becomeManager(pool: number): boolean {
    if (this.managed[pool] === 1 || this.created[pool] === this.most[pool]) return false;
    this.managed[pool] = 1;
    return true;
  }

  /** A new kworker, idle, made by the manager. */
  create(pool: number): void {
    this.managed[pool] = 0;
    this.idle.pushFront(pool, this.firstKworker[pool]! + this.created[pool]!++);
  }

  /** The most recently idle kworker; -1 for none. */
  firstIdle(pool: number): number {
    return this.idle.first(pool);
  }

  goIdle(pool: number, kworker: number): void {
    this.idle.pushFront(pool, kworker);
  }

  leaveIdle(pool: number, kworker: number): void {
    this.idle.remove(pool, kworker);
    const busy = this.created[pool]! - this.idle.length(pool);
    if (busy > this.peakBusy[pool]!) this.peakBusy[pool] = busy;
  }

  append(pool: number, item: number): void {
    this.work.pushBack(pool, item);
  }

  hasWork(pool: number): boolean {
    return this.work.first(pool) >= 0;
  }

  /** -1 from an empty worklist. */
  pop(pool: number): number {
    return this.work.shift(pool);
  }
}
