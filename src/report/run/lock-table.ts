import { sumOf } from '../../core/sum-of.js';
import { threadNs } from '../../results/cost-figures.js';
import type { Run } from '../../results/file/run-file.js';
import type { LockClass } from '../../results/file/summary-schema.js';
import { type Column, numberColumn, wordColumn } from '../text/columns.js';
import { formatCount, formatNs, formatPercent } from '../text/format.js';
import { shortName } from './run-tables.js';

/** One class of locks of one configuration, over its valid trials. */
export interface LockRow {
  readonly scope: string;
  readonly kind: string;
  readonly lock: LockClass;
}

export const LOCK_TABLE_TITLE = 'Lock contention, over all valid trials';

/** As `perf lock contention` adds them up; none without `--lock-stats`. */
export function lockRows(run: Run): LockRow[] {
  if (!run.lockStats) return [];
  return run.configurations.flatMap((configuration, index) =>
    run.summary[index]!.locks.map((lock) => ({
      scope: shortName(configuration),
      kind: run.lock.kind,
      lock,
    })),
  );
}

/** In the order of `perf lock contention`, with what it does not know behind. */
export const LOCK_COLUMNS: readonly Column<LockRow>[] = [
  lockColumn('contended', 'contended', ({ contended }) => contended, formatCount),
  lockColumn('total wait', 'total_wait_ns', ({ waitNs }) => waitNs, formatNs),
  lockColumn('max wait', 'max_wait_ns', ({ maxWaitNs }) => maxWaitNs, formatNs),
  lockColumn('avg wait', 'avg_wait_ns', averageWaitNs, formatNs),
  wordColumn<LockRow>('type', 'type', ({ kind }) => kind),
  wordColumn<LockRow>('lock', 'lock', ({ lock }) => lock.class),
  wordColumn<LockRow>('scope', 'scope', ({ scope }) => scope),
  lockColumn('acquired', 'acquisitions', ({ acquisitions }) => acquisitions, formatCount),
  lockColumn('avg hold', 'avg_hold_ns', averageHoldNs, formatNs),
];

function lockColumn(
  title: string,
  field: string,
  value: (lock: LockClass) => number | null,
  format: (value: number) => string,
): Column<LockRow> {
  return numberColumn(title, field, ({ lock }) => value(lock), format);
}

function averageWaitNs({ waitNs, contended }: LockClass): number | null {
  return contended === 0 ? null : waitNs / contended;
}

function averageHoldNs({ heldNs, acquisitions }: LockClass): number | null {
  return heldNs === null || acquisitions === 0 ? null : heldNs / acquisitions;
}

/** Less waiting than this part of the threads' time is no matter, wherever it is. */
const MATERIAL = 0.01;

/** Whether more shards could help, by where threads wait; nothing where they hardly do. */
export function lockSentences(run: Run): string[] {
  if (!run.summary.some(({ locks }) => locks.some((lock) => lock.class === 'downstream')))
    return [];
  const shares = run.summary.flatMap(({ label, locks, n }) => {
    if (n === 0) return [];
    const waitNs = sumOf(locks, (lock) => lock.waitNs);
    const downstreamNs = sumOf(
      locks.filter((lock) => lock.class === 'downstream'),
      (lock) => lock.waitNs,
    );
    const material = waitNs > MATERIAL * threadNs(run.trials, label);
    return material ? [{ label, waitNs, part: downstreamNs / waitNs }] : [];
  });
  const most = shares.filter(({ part }) => part > 0.5);
  if (shares.length === 0) return ['Threads hardly waited for any lock.'];
  if (most.length === 0) {
    return ['Most of the wait is at the pool locks: more pools can help here.'];
  }
  const figures = most.map(
    ({ label, waitNs, part }) => `${label} ${formatPercent(part)} of ${formatNs(waitNs)}`,
  );
  const verdict =
    most.length === shares.length
      ? 'sharding the pools further cannot help here'
      : 'there, sharding the pools further cannot help';
  return [`Most of the wait is at the downstream lock (${figures.join(', ')}): ${verdict}.`];
}
