import type { LockAccount, TrialReport, TrialSpec } from '../../native-free-bench/protocol.js';
import type { PoolState, TrialResult } from '../../native-free-bench/trial-result.js';
import { sumOf } from '../core/sum-of.js';

/**
 * The trial's check of itself: every item ran exactly once and did what it should, none was lost, no
 * two threads were ever in one critical section, and no kworker is unaccounted for. Returns the
 * broken invariants in words; none when all is well.
 */
export function checkTrial(result: TrialResult, trial: TrialSpec): string[] {
  const { submitters, kworkers, pools, downstreamGuards } = result;
  const all: readonly TrialReport[] = [...submitters, ...kworkers];
  return [
    ...failedItems(all, submitters.length * trial.itemsPerThread),
    ...pools.flatMap((pool, index) => checkPool(index, pool, result, trial)),
    ...downstreamGuards.flatMap((guard, lock) =>
      checkLock(
        `downstream lock ${lock}`,
        guard,
        all.map(({ downstream }) => downstream[lock]!),
        trial,
      ),
    ),
  ];
}

/** Which pool's lock and list a thread worked on; null for none. */
export function poolOfThread({ slot }: TrialReport, { poolOf, kworkers }: TrialSpec) {
  if (slot < poolOf.length) return poolOf[slot]!;
  return kworkers.kind === 'threads' ? (kworkers.poolOf[slot - poolOf.length] ?? null) : null;
}

function failedItems(reports: readonly TrialReport[], items: number): string[] {
  const failed = sumOf(reports, (report) => report.failed);
  if (failed === 0) return [];
  const reason = reports.find(({ firstFailure }) => firstFailure !== null)?.firstFailure;
  return [`${failed} of ${items} items failed: ${reason}`];
}

function checkPool(
  pool: number,
  state: PoolState,
  { submitters, kworkers }: TrialResult,
  trial: TrialSpec,
): string[] {
  const inPool = (report: TrialReport) => poolOfThread(report, trial) === pool;
  const queuers = submitters.filter(inPool);
  const threads: TrialReport[] = [...queuers, ...kworkers.filter(inPool)];
  const queued = trial.itemsPerThread * queuers.length;
  const executed = sumOf(threads, (report) => report.executed);
  const miscounted = sumOf(queuers, (report) => report.miscounted);
  const created = kworkers.filter((report) => report.created && inPool(report)).length;
  const accounts = threads.map(({ poolLock }) => poolLock);
  const problems = [
    executed !== queued && `${queued} items queued, but ${executed} executed`,
    miscounted > 0 && `${miscounted} items had not run exactly once`,
    state.hasWork && 'work is left in the worklist',
    created !== state.created && `${state.created} kworkers created, but ${created} came`,
    state.idle !== state.created && `${state.created} kworkers created, but ${state.idle} idle`,
    state.peakBusy > state.created && `${state.peakBusy} of ${state.created} kworkers busy`,
  ];
  return [
    ...checkLock(`pool ${pool}`, state.guard, accounts, trial),
    ...problems.flatMap((problem) => (problem === false ? [] : [`pool ${pool}: ${problem}`])),
  ];
}

/** The guard is a 32-bit word and wraps around. */
function checkLock(
  name: string,
  guard: number,
  accounts: readonly LockAccount[],
  { lock }: TrialSpec,
): string[] {
  const acquisitions = sumOf(accounts, (account) => account.acquisitions);
  return (acquisitions | 0) === guard
    ? []
    : [`${name}: ${acquisitions} acquisitions of lock ${lock}, but ${guard} counted under it`];
}
