import { threadNs } from '../../../results/cost-figures.js';
import type { Run } from '../../../results/file/run-file.js';
import type { LockClass } from '../../../results/file/summary-schema.js';
import type { ChartSource } from '../chart.js';

/** What threads did with one class of locks, in percent of their time over the valid trials. */
export interface LockShare {
  readonly lock: LockClass['class'];
  readonly waitPercent: number;
  readonly contended: number;
}

/** A configuration of one source. */
export interface LockShareRow {
  readonly source: number;
  readonly label: string;
  readonly shares: readonly LockShare[];
}

/** Of the runs that were asked for it, or whose items take locks; those of one label together. */
export function lockShareRows(sources: readonly ChartSource[]): LockShareRow[] {
  const runs = sources.flatMap(({ document }, source) =>
    document.source === 'imported' || !tells(document) ? [] : [{ document, source }],
  );
  const labels = new Set(runs.flatMap(({ document }) => document.summary.map((row) => row.label)));
  return [...labels].flatMap((label) =>
    runs.flatMap(({ document, source }) => {
      const summary = document.summary.find((row) => row.label === label);
      if (summary === undefined || summary.n === 0) return [];
      const allNs = threadNs(document.trials, label);
      const shares = summary.locks.map((lock) => ({
        lock: lock.class,
        waitPercent: (100 * lock.waitNs) / allNs,
        contended: lock.contended,
      }));
      return [{ source, label, shares }];
    }),
  );
}

function tells({ lockStats, summary }: Run): boolean {
  const further = summary.some(({ locks }) => locks.some((lock) => lock.class === 'downstream'));
  return lockStats || further;
}
