import { ContentionMeter } from '../contention-meter.js';
import { POOL, THREAD } from '../layout.js';
import { GuardedLock } from '../locks/guarded-lock.js';
import type { Lock } from '../locks/lock.js';
import { TimedLock } from '../locks/timed-lock.js';
import type { LockAccount } from '../protocol.js';
import type { TrialSite } from './part.js';

/** A thread's handle on a lock, and its account of it. */
export interface LockHandle<L extends Lock = Lock> {
  readonly lock: L;
  account(acquisitions: number): LockAccount;
}

/** The lock on the page of a pool or a downstream lock. */
export function lockOn(page: number, site: TrialSite): LockHandle {
  const { words, layout, trial, slot, spin } = site;
  const meter = new ContentionMeter();
  const plain = site.makeLock(trial.lock, {
    words,
    lock: page + POOL.lock,
    serving: page + POOL.serving,
    node: layout.threadPage(slot) + THREAD.nodeNext,
    spin,
    meter,
  });
  const timed = trial.timesHolds ? new TimedLock(plain) : null;
  return {
    lock: timed ?? plain,
    account: (acquisitions) => ({
      acquisitions,
      contended: meter.contended,
      waitNs: meter.waitNs,
      maxWaitNs: meter.maxWaitNs,
      heldNs: timed === null ? null : timed.heldNs,
    }),
  };
}

/** The downstream locks, by number. */
export function downstreamLocks(count: number, site: TrialSite): LockHandle<GuardedLock>[] {
  return Array.from({ length: count }, (_, number) => {
    const page = site.layout.downstreamPage(number);
    const handle = lockOn(page, site);
    return { ...handle, lock: new GuardedLock(handle.lock, site.words, page + POOL.guard) };
  });
}
