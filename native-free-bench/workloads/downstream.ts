import { ITEM } from '../layout.js';
import { spinFor } from './spin.js';
import type { CountedLock, Workload, WorkloadSite } from './workload.js';
import type { DownstreamSpan } from './workload-spec.js';

/**
 * Takes a second lock, which all CPUs of the submitter's node or of the system share, and holds it
 * for a time: what a slab's list lock does to completions that free memory, whatever the pools.
 */
export class DownstreamWork implements Workload {
  private readonly words: Int32Array;
  private readonly holdNs: number;
  private readonly locks: readonly CountedLock[];

  constructor({
    words,
    spec,
    downstream,
  }: WorkloadSite<{ kind: 'downstream'; holdNs: number; span: DownstreamSpan }>) {
    this.words = words;
    this.holdNs = spec.holdNs;
    this.locks = downstream;
  }

  open(): void {}

  prepare(): void {}

  run(item: number): void {
    const lock = this.locks[this.words[item + ITEM.downstream]!]!;
    lock.acquire();
    spinFor(this.holdNs);
    lock.release();
  }

  verify(item: number): void {
    const took = this.words[item + ITEM.workNs]!;
    if (took < this.holdNs) throw new Error(`held the lock for ${took} ns of ${this.holdNs}`);
  }

  close(): void {}
}
