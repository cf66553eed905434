import type { TrialReport, TrialSpec } from '../../native-free-bench/protocol.js';
import type { TrialResult } from '../../native-free-bench/trial-result.js';

/**
 * The trial's check of itself: every item ran exactly once, none was lost, and no two threads were
 * ever in one critical section. Returns the broken invariants in words; none when all is well.
 */
export function checkTrial({ reports, guards }: TrialResult, trial: TrialSpec): string[] {
  const inPool = (pool: number) => reports.filter(({ slot }) => trial.poolOf[slot] === pool);
  return guards.flatMap((guard, pool) => checkPool(pool, guard, inPool(pool), trial));
}

function checkPool(
  pool: number,
  guard: number,
  reports: readonly TrialReport[],
  { itemsPerThread, lock }: TrialSpec,
): string[] {
  const sum = (of: (report: TrialReport) => number) =>
    reports.reduce((total, report) => total + of(report), 0);
  const violations: string[] = [];
  const acquisitions = sum((report) => report.acquisitions);
  // The guard is a 32-bit word and wraps around.
  if ((acquisitions | 0) !== guard) {
    violations.push(
      `pool ${pool}: ${acquisitions} acquisitions of lock ${lock}, but ${guard} counted under it`,
    );
  }
  const queued = itemsPerThread * reports.length;
  const executed = sum((report) => report.executed);
  if (executed !== queued) {
    violations.push(`pool ${pool}: ${queued} items queued, but ${executed} executed`);
  }
  const miscounted = sum((report) => report.miscounted);
  if (miscounted > 0) {
    violations.push(`pool ${pool}: ${miscounted} items had not run exactly once`);
  }
  return violations;
}
