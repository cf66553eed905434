import { nowNs } from './clock.js';
import { completion } from './item.js';
import type { InlineKworker } from './kworker.js';
import { ITEM } from './layout.js';
import type { Pool } from './pool.js';
import type { Recorder } from './recorder.js';

/** What one submitter works with. */
export interface Submitter {
  readonly words: Int32Array;
  /** Address of its own item. */
  readonly item: number;
  readonly pool: Pool;
  readonly kworker: InlineKworker;
  readonly recorder: Recorder;
}

/** Outcome of one submitter's loop, times in ns of the common clock. */
export interface Span {
  readonly startNs: number;
  readonly endNs: number;
  /** Items that had not run exactly once when their completion was seen. */
  readonly miscounted: number;
}

/**
 * Items in a call of the inner loop. A function that is called again and again is compiled whole;
 * one long call is compiled in flight, at each trial anew, for an end it has not seen yet.
 */
const BATCH = 100;

/** The closed loop of one submitter: queues its item `items` times, times each `sampleEvery`th. */
export function submit(submitter: Submitter, items: number, sampleEvery: number): Span {
  let miscounted = 0;
  const startNs = nowNs();
  for (let first = 0; first < items; first += BATCH) {
    const end = Math.min(first + BATCH, items);
    miscounted +=
      sampleEvery === 1
        ? submitTimed(submitter, first, end)
        : submitSampled(submitter, first, end, sampleEvery);
  }
  return { startNs, endNs: nowNs(), miscounted };
}

/**
 * Every item timed. The read of the clock that ends an item's round trip also begins the next item:
 * two reads an item. A round trip is stored behind the next t1, so that nothing but `queueWork`
 * stands between t0 and t1; it contains the store of t1 - t0 and the reset of the completion.
 */
function submitTimed(submitter: Submitter, first: number, end: number): number {
  const { words, item, pool, kworker, recorder } = submitter;
  let miscounted = 0;
  let roundTripNs = 0;
  completion.reset(words, item);
  let t0 = nowNs();
  for (let index = first; index < end; index++) {
    pool.queueWork(item);
    const t1 = nowNs();
    recorder.queued(t1 - t0);
    if (index > first) recorder.completed(roundTripNs);
    kworker.serveUntilDone(item);
    if (words[item + ITEM.runs] !== index + 1) miscounted++;
    completion.reset(words, item);
    const t2 = nowNs();
    roundTripNs = t2 - t0;
    t0 = t2;
  }
  recorder.completed(roundTripNs);
  return miscounted;
}

/** The first of every `sampleEvery` items timed. */
function submitSampled(
  submitter: Submitter,
  first: number,
  end: number,
  sampleEvery: number,
): number {
  const { words, item, pool, kworker, recorder } = submitter;
  let miscounted = 0;
  for (let index = first; index < end; index++) {
    completion.reset(words, item);
    if (index % sampleEvery !== 0) {
      pool.queueWork(item);
      kworker.serveUntilDone(item);
    } else {
      const t0 = nowNs();
      pool.queueWork(item);
      recorder.queued(nowNs() - t0);
      kworker.serveUntilDone(item);
      recorder.completed(nowNs() - t0);
    }
    if (words[item + ITEM.runs] !== index + 1) miscounted++;
  }
  return miscounted;
}
