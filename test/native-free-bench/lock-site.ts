import { nowNs } from '../../dist/native-free-bench/clock.js';
import { ContentionMeter } from '../../dist/native-free-bench/contention-meter.js';
import { type Layout, POOL, THREAD } from '../../dist/native-free-bench/layout.js';
import type { LockSite } from '../../dist/native-free-bench/locks/lock.js';
import { Spin } from '../../dist/native-free-bench/spin.js';

/** Addresses of pool 0's lock as `thread` sees them; cloneable. */
export function lockSite(
  layout: Layout,
  thread: number,
): Pick<LockSite, 'lock' | 'serving' | 'node'> {
  const page = layout.poolPage(0);
  return {
    lock: page + POOL.lock,
    serving: page + POOL.serving,
    node: layout.threadPage(thread) + THREAD.nodeNext,
  };
}

/** The whole site, for a lock used in the test's own thread. */
export function aloneAt(
  buffer: SharedArrayBuffer,
  layout: Layout,
  thread: number,
  deadlineMs = 10_000,
): LockSite {
  const words = new Int32Array(buffer);
  const spin = new Spin(words, nowNs() + deadlineMs * 1e6);
  return { words, ...lockSite(layout, thread), spin, meter: new ContentionMeter() };
}
