import { nowNs } from '../clock.js';
import { ITEM } from '../layout.js';
import type { Workload, WorkloadSite } from './workload.js';

/** Busy for a time: work that needs a CPU and nothing else. */
export class SpinWork implements Workload {
  private readonly words: Int32Array;
  private readonly ns: number;

  constructor({ words, spec }: WorkloadSite<{ kind: 'spin'; ns: number }>) {
    this.words = words;
    this.ns = spec.ns;
  }

  open(): void {}

  prepare(): void {}

  run(): void {
    spinFor(this.ns);
  }

  verify(item: number): void {
    const took = this.words[item + ITEM.workNs]!;
    if (took < this.ns) throw new Error(`spun for ${took} ns of ${this.ns}`);
  }

  close(): void {}
}

/** At least so many ns; the clock alone paces it. */
export function spinFor(ns: number): void {
  const endNs = nowNs() + ns;
  while (nowNs() < endNs);
}
