import { ContentionMeter } from '../contention-meter.js';
import { allocate, layOut, POOL, THREAD } from '../layout.js';
import type { Lock, LockKind } from '../locks/lock.js';
import { makeLock } from '../locks/make-lock.js';
import { Pool } from '../pool.js';
import { Spin } from '../spin.js';

const ROOM = {
  pools: 1,
  downstreamLocks: 0,
  submitters: 1,
  kworkers: 0,
  depth: 1,
  payloadBytes: 0,
  samples: 0,
  timesWork: false,
};

/** A pool that only the calling thread knows of, laid out as in a trial. */
export function ownPool(kind: LockKind): {
  readonly words: Int32Array;
  readonly lock: Lock;
  readonly pool: Pool;
  /** Address of the thread's item. */
  readonly item: number;
  /** Address of the pool's plain counter. */
  readonly guard: number;
} {
  const layout = layOut(ROOM);
  const words = new Int32Array(allocate(layout), 0, layout.bytes / Int32Array.BYTES_PER_ELEMENT);
  const page = layout.poolPage(0);
  const lock = makeLock(kind, {
    words,
    lock: page + POOL.lock,
    serving: page + POOL.serving,
    node: layout.threadPage(0) + THREAD.nodeNext,
    spin: new Spin(words, Number.POSITIVE_INFINITY),
    meter: new ContentionMeter(),
  });
  const pool = new Pool(words, page, lock);
  pool.init();
  return { words, lock, pool, item: layout.itemAt(0, 0), guard: layout.guardOf(0) };
}
