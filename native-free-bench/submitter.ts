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
 * The closed loop with every item timed. The read of the clock that ends an item's round trip is
 * also the one that begins the next item: two reads an item, and nothing but `queueWork` between
 * t0 and t1.
 */
export function submitTimed(submitter: Submitter, items: number): Span {
  const { words, item, pool, kworker, recorder } = submitter;
  let miscounted = 0;
  completion.reset(words, item);
  const startNs = nowNs();
  let t0 = startNs;
  for (let done = 1; done <= items; done++) {
    pool.queueWork(item);
    const t1 = nowNs();
    recorder.queued(t1 - t0);
    kworker.serveUntilDone(item);
    if (words[item + ITEM.runs] !== done) miscounted++;
    completion.reset(words, item);
    const t2 = nowNs();
    recorder.completed(t2 - t0);
    t0 = t2;
  }
  return { startNs, endNs: t0, miscounted };
}

/** The same loop with the first of every `sampleEvery` items timed. */
export function submitSampled(submitter: Submitter, items: number, sampleEvery: number): Span {
  const { words, item, pool, kworker, recorder } = submitter;
  let miscounted = 0;
  let untilSample = 0;
  const startNs = nowNs();
  for (let done = 1; done <= items; done++) {
    completion.reset(words, item);
    if (untilSample > 0) {
      untilSample--;
      pool.queueWork(item);
      kworker.serveUntilDone(item);
    } else {
      untilSample = sampleEvery - 1;
      const t0 = nowNs();
      pool.queueWork(item);
      recorder.queued(nowNs() - t0);
      kworker.serveUntilDone(item);
      recorder.completed(nowNs() - t0);
    }
    if (words[item + ITEM.runs] !== done) miscounted++;
  }
  return { startNs, endNs: nowNs(), miscounted };
}
