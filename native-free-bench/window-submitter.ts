import { nowNs } from './clock.js';
import { Inbox } from './inbox.js';
import { ITEM } from './layout.js';
import { NO_ITEM, type Pool } from './pool.js';
import type { SampleSeries } from './recorder.js';
import type { Spin } from './spin.js';
import type { Span } from './submitter.js';
import type { Failures, WorkRunner } from './work-runner.js';
import type { Workload } from './workloads/workload.js';

/** What a submitter of any workload works with. */
export interface WindowParts {
  readonly words: Int32Array;
  /** Addresses of its items: as many as may be in flight. */
  readonly items: readonly number[];
  readonly pool: Pool;
  readonly inbox: Inbox;
  /** Runs the pod's items while this thread waits; null where kworker threads do. */
  readonly inline: WorkRunner | null;
  readonly workload: Workload;
  readonly failures: Failures;
  readonly series: SampleSeries;
  readonly spin: Spin;
  readonly sampleEvery: number;
  /** Open loop: ns between the intended starts of two items, and of the first one after the gate. */
  readonly arrivals: { readonly everyNs: number; readonly firstNs: number } | null;
}

/** A sleep shorter than this is not worth it: the timer and the wake-up take as long. */
const SHORTEST_SLEEP_NS = 200_000;

/**
 * A submitter with several items in flight. Closed loop: it queues whenever one of its items is
 * free. Open loop: at the intended times, which count as the start of the item however late it is
 * queued, so that no wait hides the waits behind it.
 */
export class WindowSubmitter {
  private readonly parts: WindowParts;
  private readonly free: number[];
  private readonly inFlight: number[] = [];
  private readonly startedNs: Float64Array;
  private startNs = 0;
  private queued = 0;
  /** Completions before the last look at the items. */
  private seen = 0;
  private miscounted = 0;
  /** An item of this thread may still be in the worklist. */
  private mayServe = false;

  constructor(parts: WindowParts) {
    this.parts = parts;
    this.free = parts.items.map((_, index) => index).reverse();
    this.startedNs = new Float64Array(parts.items.length);
  }

  run(count: number): Span {
    this.startNs = nowNs();
    while (this.queued < count || this.inFlight.length > 0) {
      if (this.queued === count || this.free.length === 0) this.awaitCompletion();
      else if (this.awaitDue()) this.queueNext();
      // Counted before the look, so that what completes behind it ends the next sleep.
      this.seen = this.parts.inbox.count;
      this.reap();
    }
    return { startNs: this.startNs, endNs: nowNs(), miscounted: this.miscounted };
  }

  private queueNext(): void {
    const { words, items, pool, series, workload, failures, sampleEvery } = this.parts;
    const index = this.free.pop()!;
    const item = items[index]!;
    words[item + ITEM.sequence] = this.queued;
    words[item + ITEM.failed] = 0;
    try {
      workload.prepare(item);
    } catch (error) {
      failures.note(words, item, error);
    }
    Inbox.reset(words, item);
    const t0 = this.intendedNs() ?? nowNs();
    pool.queueWork(item);
    this.mayServe = this.parts.inline !== null;
    if (this.queued % sampleEvery === 0) {
      series.queued(this.queued / sampleEvery, nowNs() - t0);
    }
    this.startedNs[index] = t0;
    this.inFlight.push(index);
    this.queued++;
  }

  /** Intended start of the next item; null in a closed loop. */
  private intendedNs(): number | null {
    const { arrivals } = this.parts;
    return arrivals && this.startNs + arrivals.firstNs + this.queued * arrivals.everyNs;
  }

  /** Whether the next item is to be queued now; if not, something else may have happened. */
  private awaitDue(): boolean {
    const dueNs = this.intendedNs();
    if (dueNs === null) return true;
    const leftNs = dueNs - nowNs();
    if (leftNs <= 0) return true;
    if (!this.serveOne()) this.passTime(leftNs);
    return false;
  }

  private passTime(leftNs: number): void {
    const { inbox, spin } = this.parts;
    if (leftNs < SHORTEST_SLEEP_NS) spin.step();
    else inbox.sleepFor(this.seen, leftNs - SHORTEST_SLEEP_NS / 2);
  }

  private awaitCompletion(): void {
    if (!this.serveOne()) this.parts.inbox.awaitMore(this.seen);
  }

  /**
   * As the pod's kworker on this CPU: one item of the pool, whoever queued it. Once the worklist is
   * empty, what is queued is popped by whoever queues it, so the lock is left alone.
   */
  private serveOne(): boolean {
    if (!this.mayServe) return false;
    const item = this.parts.pool.popFirst();
    this.mayServe = item !== NO_ITEM;
    if (this.mayServe) this.parts.inline?.run(item);
    return this.mayServe;
  }

  /** Takes in what is done: notes its times, checks it, frees it. */
  private reap(): void {
    const { words, items } = this.parts;
    for (let at = this.inFlight.length - 1; at >= 0; at--) {
      const index = this.inFlight[at]!;
      if (!Inbox.isDone(words, items[index]!)) continue;
      this.inFlight[at] = this.inFlight.at(-1)!;
      this.inFlight.pop();
      this.takeIn(index);
      this.free.push(index);
    }
  }

  private takeIn(index: number): void {
    const { words, items, series, workload, failures, sampleEvery } = this.parts;
    const item = items[index]!;
    const sequence = words[item + ITEM.sequence]!;
    if (sequence % sampleEvery === 0) {
      const roundTripNs = nowNs() - this.startedNs[index]!;
      series.completed(sequence / sampleEvery, roundTripNs, words[item + ITEM.workNs]!);
    }
    if (words[item + ITEM.runs] !== 1) this.miscounted++;
    words[item + ITEM.runs] = 0;
    if (words[item + ITEM.failed] === 1) return;
    try {
      workload.verify(item);
    } catch (error) {
      failures.note(words, item, error);
    }
  }
}
