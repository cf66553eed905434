import { POOL, THREAD } from './layout.js';
import type { CpuPlace, WakePolicy } from './wake-policy.js';

/** Address of no kworker's page. */
export const NOBODY = 0;

/**
 * A pool's idle kworkers, used under the pool's lock: a list through their pages, the most recently
 * idle on top. A woken kworker stays in it until it has the lock, as in the kernel, so it may leave
 * from the middle.
 *
 *   idleTop ─▶ page C ──idleBelow─▶ page A ──idleBelow─▶ page B ─▶ 0
 *         0 ◀─────────◀─idleAbove──        ◀─idleAbove──
 */
export class IdleList {
  private readonly words: Int32Array;
  private readonly pool: number;
  private readonly places: Places;

  constructor(words: Int32Array, poolPage: number, places: readonly CpuPlace[]) {
    this.words = words;
    this.pool = poolPage;
    this.places = new Places(places);
  }

  /** First touch of the pool's words. */
  init(): void {
    this.words[this.pool + POOL.idleTop] = NOBODY;
    this.words[this.pool + POOL.idleCount] = 0;
    this.words[this.pool + POOL.lastLlc] = -1;
  }

  get top(): number {
    return this.words[this.pool + POOL.idleTop]!;
  }

  push(kworker: number): void {
    const words = this.words;
    const top = this.top;
    words[kworker + THREAD.idleBelow] = top;
    words[kworker + THREAD.idleAbove] = NOBODY;
    if (top !== NOBODY) words[top + THREAD.idleAbove] = kworker;
    words[this.pool + POOL.idleTop] = kworker;
    words[this.pool + POOL.idleCount]!++;
  }

  remove(kworker: number): void {
    const words = this.words;
    const below = words[kworker + THREAD.idleBelow]!;
    const above = words[kworker + THREAD.idleAbove]!;
    if (below !== NOBODY) words[below + THREAD.idleAbove] = above;
    if (above !== NOBODY) words[above + THREAD.idleBelow] = below;
    else words[this.pool + POOL.idleTop] = below;
    words[this.pool + POOL.idleCount]!--;
  }

  /** The kworker that the policy wakes, `NOBODY` when none is idle. `waker` is a thread's page. */
  choose(policy: WakePolicy, waker: number): number {
    switch (policy) {
      case 'lifo':
        return this.top;
      case 'any':
        return this.bottom();
      case 'local': {
        const cpu = this.words[waker + THREAD.lastCpu]!;
        return this.firstWhere((own) => own === cpu) || this.top;
      }
      case 'llc': {
        const llc = this.places.llcOf(this.words[waker + THREAD.lastCpu]!);
        return this.firstUnder(llc) || this.top;
      }
      case 'node':
        return this.nextLlc(this.words[waker + THREAD.lastCpu]!);
    }
  }

  /** The chosen one has been woken, by this call and not before. */
  noteWoken(kworker: number): void {
    const lastCpu = this.words[kworker + THREAD.lastCpu]!;
    this.words[this.pool + POOL.lastLlc] = this.places.llcOf(lastCpu);
  }

  private bottom(): number {
    let kworker = this.top;
    for (let below = kworker; below !== NOBODY; below = this.words[below + THREAD.idleBelow]!) {
      kworker = below;
    }
    return kworker;
  }

  /** The topmost whose last CPU passes. */
  private firstWhere(passes: (lastCpu: number) => boolean): number {
    let kworker = this.top;
    while (kworker !== NOBODY && !passes(this.words[kworker + THREAD.lastCpu]!)) {
      kworker = this.words[kworker + THREAD.idleBelow]!;
    }
    return kworker;
  }

  private firstUnder(llc: number): number {
    return this.firstWhere((lastCpu) => this.places.llcOf(lastCpu) === llc);
  }

  /** Of the LLC after the one that was last woken in, or of the next of the node that has one. */
  private nextLlc(wakerCpu: number): number {
    const llcs = this.places.llcsAround(wakerCpu);
    const last = llcs.indexOf(this.words[this.pool + POOL.lastLlc]!);
    for (let step = 1; step <= llcs.length; step++) {
      const llc = llcs[(last + step) % llcs.length]!;
      const kworker = this.firstUnder(llc);
      if (kworker !== NOBODY) return kworker;
    }
    return this.top;
  }
}

/** Caches and nodes by `THREAD.lastCpu`: a CPU plus 1, 0 for unknown. */
class Places {
  private readonly llcs: number[] = [];
  private readonly around: number[][] = [];

  constructor(places: readonly CpuPlace[]) {
    for (const { cpu, llc, node } of places) {
      this.llcs[cpu + 1] = llc;
      const ofNode = places.filter((place) => place.node === node).map((place) => place.llc);
      this.around[cpu + 1] = [...new Set(ofNode)].sort((a, b) => a - b);
    }
  }

  /** -1 where unknown. */
  llcOf(lastCpu: number): number {
    return this.llcs[lastCpu] ?? -1;
  }

  /** The LLCs of its node, ascending. */
  llcsAround(lastCpu: number): readonly number[] {
    return this.around[lastCpu] ?? [];
  }
}
