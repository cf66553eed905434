import type { Layout } from './layout.js';

/** A uint32 holds 4.29 s; a longer time is recorded as that. */
const LONGEST_NS = 2 ** 32 - 1;

/** One thread's samples, preallocated in the shared buffer: a store each, no allocation. */
export class Recorder {
  private readonly queueNs: Uint32Array;
  private readonly roundTripNs: Uint32Array;
  private queuedCount = 0;
  private completedCount = 0;

  constructor(buffer: SharedArrayBuffer, layout: Layout, thread: number, samples: number) {
    this.queueNs = new Uint32Array(buffer, layout.queueNsAt(thread), samples);
    this.roundTripNs = new Uint32Array(buffer, layout.roundTripNsAt(thread), samples);
  }

  /** First touch: the pages are mapped, on this thread's node, before they are timed. */
  init(): void {
    this.queueNs.fill(0);
    this.roundTripNs.fill(0);
  }

  queued(ns: number): void {
    this.queueNs[this.queuedCount++] = Math.min(ns, LONGEST_NS);
  }

  /** The round trips come in the order of the calls to `queued`. */
  completed(ns: number): void {
    this.roundTripNs[this.completedCount++] = Math.min(ns, LONGEST_NS);
  }
}
