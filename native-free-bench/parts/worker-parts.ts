import { IdleList } from '../idle-list.js';
import type { GuardedLock } from '../locks/guarded-lock.js';
import type { Pool } from '../pool.js';
import { type LockAccount, roomOf, timesWork } from '../protocol.js';
import { Failures, WorkRunner } from '../work-runner.js';
import { WorkerPool } from '../worker-pool.js';
import { makeWorkload } from '../workloads/make-workload.js';
import type { Workload } from '../workloads/workload.js';
import { downstreamLocks, type LockHandle, lockOn } from './lock-handles.js';
import type { TrialSite } from './part.js';

/** What a thread needs to run items of any workload. */
export interface WorkerParts<P extends Pool = Pool> {
  readonly pool: P;
  readonly poolLock: LockHandle;
  readonly downstream: readonly LockHandle<GuardedLock>[];
  readonly workload: Workload;
  readonly failures: Failures;
  readonly runner: WorkRunner;
}

/** With the thread's handle on `pool`, which `makePool` makes. */
export function workerParts<P extends Pool>(
  pool: number,
  site: TrialSite,
  makePool: (page: number, handle: LockHandle) => P,
): WorkerParts<P> {
  const { buffer, words, layout, trial, slot } = site;
  const page = layout.poolPage(pool);
  const poolLock = lockOn(page, site);
  const downstream = downstreamLocks(roomOf(trial).downstreamLocks, site);
  const workload = makeWorkload({
    spec: trial.workload,
    buffer,
    words,
    slot,
    directory: trial.directory,
    downstream: downstream.map(({ lock }) => lock),
  });
  const failures = new Failures();
  return {
    pool: makePool(page, poolLock),
    poolLock,
    downstream,
    workload,
    failures,
    runner: new WorkRunner(words, workload, failures, timesWork(trial)),
  };
}

/** A pool that kworker threads serve. */
export function workerPoolMaker(pool: number, site: TrialSite) {
  const { words, layout, trial, slot, step } = site;
  const { kworkers, poolOf } = trial;
  if (kworkers.kind === 'inline') throw new Error('there are no kworker threads in this trial');
  const pages = kworkers.poolOf.flatMap((own, place) =>
    own === pool ? [layout.threadPage(poolOf.length + place)] : [],
  );
  return (page: number, { lock }: LockHandle): WorkerPool =>
    new WorkerPool(words, page, lock, {
      idle: new IdleList(words, page, kworkers.places),
      kworkers: pages,
      policy: kworkers.wake,
      self: layout.threadPage(slot),
      step,
    });
}

/** What both kinds of thread report of it. */
export function accountOf({ pool, poolLock, downstream, failures, runner }: WorkerParts) {
  const wakes = pool instanceof WorkerPool ? pool : { wakeUps: 0, foundNoneIdle: 0 };
  return {
    executed: runner.executed,
    failed: failures.count,
    firstFailure: failures.first,
    poolLock: poolLock.account(pool.acquisitions),
    downstream: downstream.map((handle): LockAccount => handle.account(handle.lock.acquisitions)),
    wakeUps: wakes.wakeUps,
    foundNoneIdle: wakes.foundNoneIdle,
    submittersWoken: runner.submittersWoken,
  };
}
