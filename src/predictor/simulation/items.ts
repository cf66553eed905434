import { PARTS } from '../../results/file/prediction-schema.js';
import { ThreadLists } from './thread-lists.js';

const LONGEST_NS = 2 ** 32 - 1;

/**
 * The items of all submitters, `depth` each: which are free, what becomes of those in flight, and
 * the samples of those that count.
 */
export class Items {
  readonly queueNs: Uint32Array;
  readonly roundTripNs: Uint32Array;
  readonly workNs: Uint32Array;
  /** Items of each submitter that count. */
  readonly countedOf: Int32Array;
  /** Total of each part, in ns. */
  readonly partNs = new Float64Array(PARTS.length);
  /** By item: run, but not yet seen by its submitter. */
  readonly isDone: Uint8Array;
  counted = 0;
  windowStart = 0;
  private readonly depth: number;
  private readonly free: ThreadLists;
  private readonly startedAt: Float64Array;
  private readonly queuedNs: Float64Array;
  private readonly workedNs: Float64Array;
  private readonly parts: Float64Array;
  private readonly executedBy: Int32Array;
  private readonly executed: Int32Array;
  private readonly total: number;
  private warmUpLeft: number;

  constructor(size: {
    readonly submitters: number;
    readonly depth: number;
    readonly threads: number;
    readonly itemsPerThread: number;
    readonly warmUpItems: number;
  }) {
    const { submitters, depth, threads, itemsPerThread, warmUpItems } = size;
    const inFlight = submitters * depth;
    this.depth = depth;
    this.total = submitters * itemsPerThread;
    this.warmUpLeft = submitters * warmUpItems;
    this.queueNs = new Uint32Array(this.total);
    this.roundTripNs = new Uint32Array(this.total);
    this.workNs = new Uint32Array(this.total);
    this.countedOf = new Int32Array(submitters);
    this.isDone = new Uint8Array(inFlight);
    this.free = new ThreadLists(submitters, inFlight);
    this.startedAt = new Float64Array(inFlight);
    this.queuedNs = new Float64Array(inFlight);
    this.workedNs = new Float64Array(inFlight);
    this.parts = new Float64Array(inFlight * PARTS.length);
    this.executedBy = new Int32Array(inFlight);
    this.executed = new Int32Array(threads);
    for (let item = 0; item < inFlight; item++) this.free.pushBack(this.submitterOf(item), item);
  }

  /** Samples that were longer than a sample can be. */
  beyondRange = 0;

  get allCounted(): boolean {
    return this.counted === this.total;
  }

  /** Whether the warm-up is over. */
  get hasWindow(): boolean {
    return this.warmUpLeft === 0;
  }

  /** Items that count, run by a thread. */
  executedOf(thread: number): number {
    return this.executed[thread]!;
  }

  submitterOf(item: number): number {
    return this.depth === 1 ? item : Math.floor(item / this.depth);
  }

  hasFree(submitter: number): boolean {
    return this.free.first(submitter) >= 0;
  }

  /** Begins an item; there must be a free one. */
  start(submitter: number, now: number): number {
    const item = this.free.shift(submitter);
    this.startedAt[item] = now;
    return item;
  }

  queued(item: number, now: number): void {
    this.queuedNs[item] = now - this.startedAt[item]!;
  }

  /** Adds to a part, an index of `PARTS`. */
  spend(item: number, part: number, ns: number): void {
    this.parts[item * PARTS.length + part]! += ns;
  }

  ran(item: number, by: number, workNs: number): void {
    this.executedBy[item] = by;
    this.workedNs[item] = workNs;
  }

  /** The submitter sees an item done. Only items behind the warm-up count. */
  seen(item: number, submitter: number, now: number): void {
    this.isDone[item] = 0;
    this.free.pushFront(submitter, item);
    const counts = this.warmUpLeft === 0 && this.counted < this.total;
    if (counts) this.count(item, submitter, now);
    if (this.warmUpLeft > 0 && --this.warmUpLeft === 0) this.windowStart = now;
    const first = item * PARTS.length;
    for (let part = 0; part < PARTS.length; part++) {
      if (counts) this.partNs[part]! += this.parts[first + part]!;
      this.parts[first + part] = 0;
    }
  }

  private count(item: number, submitter: number, now: number): void {
    const at = this.counted++;
    this.queueNs[at] = this.sampleOf(this.queuedNs[item]!);
    this.roundTripNs[at] = this.sampleOf(now - this.startedAt[item]!);
    this.workNs[at] = this.sampleOf(this.workedNs[item]!);
    this.countedOf[submitter]!++;
    this.executed[this.executedBy[item]!]!++;
  }

  private sampleOf(ns: number): number {
    if (ns > LONGEST_NS) this.beyondRange++;
    return Math.min(LONGEST_NS, Math.round(ns));
  }
}
