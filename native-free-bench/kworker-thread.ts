import { kworkerSleep } from './kworker-sleep.js';
import { THREAD } from './layout.js';
import { NO_ITEM } from './pool.js';
import type { Spin } from './spin.js';
import type { WakeMeter } from './wake-meter.js';
import type { WorkRunner } from './work-runner.js';
import type { WorkerPool } from './worker-pool.js';

/** What a kworker thread works with. */
export interface Kworker {
  readonly words: Int32Array;
  /** Its own page. */
  readonly page: number;
  readonly pool: WorkerPool;
  readonly runner: WorkRunner;
  readonly spin: Spin;
  readonly wakes: WakeMeter;
  /** Reads the CPU this thread is on; null where the wake policy does not ask. */
  readonly readCpu: (() => number | null) | null;
}

/** Serves its pool to the end of the trial. Returns whether the pool ever called for it. */
export function serve(kworker: Kworker): boolean {
  const { words, page, pool, spin, wakes } = kworker;
  if (!kworkerSleep.sleep(words, page, spin)) return false;
  do {
    wakes.note(words, page);
    let item = pool.takeAwake();
    while (item !== NO_ITEM) {
      kworker.runner.run(item);
      noteCpu(kworker);
      item = pool.takeNext();
    }
  } while (kworkerSleep.sleep(words, page, spin));
  return true;
}

/** Outside the lock, since it is a system call. */
function noteCpu({ words, page, readCpu }: Kworker): void {
  if (readCpu !== null) words[page + THREAD.lastCpu] = (readCpu() ?? -1) + 1;
}
