import { PARTS } from '../../results/file/prediction-schema.js';

const LONGEST_NS = 2 ** 32 - 1;

/** The items in flight with what became of each, and the samples of those that count. */
export class Items {
  readonly queueNs: Uint32Array;
  readonly roundTripNs: Uint32Array;
  readonly workNs: Uint32Array;
  /** Items of each submitter that count. */
  readonly countedOf: Int32Array;
  /** Total of each part, in ns. */
  readonly partNs = new Float64Array(PARTS.length);
  counted = 0;
  windowStart = 0;
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
    this.total = submitters * itemsPerThread;
    this.warmUpLeft = submitters * warmUpItems;
    this.queueNs = new Uint32Array(this.total);
    this.roundTripNs = new Uint32Array(this.total);
    this.workNs = new Uint32Array(this.total);
    this.countedOf = new Int32Array(submitters);
    this.startedAt = new Float64Array(inFlight);
    this.queuedNs = new Float64Array(inFlight);
    this.workedNs = new Float64Array(inFlight);
    this.parts = new Float64Array(inFlight * PARTS.length);
    this.executedBy = new Int32Array(inFlight);
    this.executed = new Int32Array(threads);
  }

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

  start(item: number, now: number): void {
    this.startedAt[item] = now;
    const first = item * PARTS.length;
    this.parts.fill(0, first, first + PARTS.length);
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

  /** The submitter has seen the item done. Only items behind the warm-up count. */
  done(item: number, submitter: number, now: number): void {
    if (this.warmUpLeft > 0) {
      if (--this.warmUpLeft === 0) this.windowStart = now;
      return;
    }
    if (this.counted === this.total) return;
    const at = this.counted++;
    this.queueNs[at] = Math.min(LONGEST_NS, Math.round(this.queuedNs[item]!));
    this.roundTripNs[at] = Math.min(LONGEST_NS, Math.round(now - this.startedAt[item]!));
    this.workNs[at] = Math.min(LONGEST_NS, Math.round(this.workedNs[item]!));
    this.countedOf[submitter]!++;
    this.executed[this.executedBy[item]!]!++;
    const first = item * PARTS.length;
    for (let part = 0; part < PARTS.length; part++) this.partNs[part]! += this.parts[first + part]!;
  }
}
