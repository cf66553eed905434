import type { Layout, Room } from './layout.js';

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

/**
 * The same for items that complete in any order: each sample has its place. The third series is the
 * time in the work function.
 */
export class SampleSeries {
  private readonly queueNs: Uint32Array;
  private readonly roundTripNs: Uint32Array;
  private readonly workNs: Uint32Array;

  constructor(
    buffer: SharedArrayBuffer,
    layout: Layout,
    thread: number,
    { samples, timesWork }: Pick<Room, 'samples' | 'timesWork'>,
  ) {
    this.queueNs = new Uint32Array(buffer, layout.queueNsAt(thread), samples);
    this.roundTripNs = new Uint32Array(buffer, layout.roundTripNsAt(thread), samples);
    this.workNs = timesWork
      ? new Uint32Array(buffer, layout.workNsAt(thread), samples)
      : new Uint32Array(0);
  }

  /** First touch, as in `Recorder`. */
  init(): void {
    for (const series of [this.queueNs, this.roundTripNs, this.workNs]) series.fill(0);
  }

  queued(sample: number, ns: number): void {
    this.queueNs[sample] = Math.min(ns, LONGEST_NS);
  }

  /** What is stored past the end of a series, here that of a work function untimed, is lost. */
  completed(sample: number, roundTripNs: number, workNs: number): void {
    this.roundTripNs[sample] = Math.min(roundTripNs, LONGEST_NS);
    this.workNs[sample] = workNs;
  }
}
