import type { Chart, ChartSource } from '../chart.js';
import { drawChart } from '../drawing/frame.js';
import { type StackedRow, stackedBars } from '../drawing/stacked-bars.js';
import { type LockShare, type LockShareRow, lockShareRows } from './lock-shares.js';

/** Where threads wait for locks; null where no run tells. */
export function locksChart(sources: readonly ChartSource[]): Chart | null {
  const rows = lockShareRows(sources);
  if (rows.length === 0) return null;
  const classes = CLASSES.filter((lock) =>
    rows.some(({ shares }) => shares.some((share) => share.lock === lock)),
  );
  return drawChart({
    id: 'lock-waits',
    title: 'Where the wait goes',
    subtitle: `Part of their time that threads waited for a lock: ${classes.map((lock) => KEY[lock]).join(', ')}.`,
    description:
      'For each configuration, the part of the time of all its threads that went into waiting for locks, by class of lock, over all valid trials. The waits are estimated from those that were timed. Where the downstream lock has most of it, more pools cannot help.',
    sources,
    panels: [
      stackedBars(
        rows.map((row) => stacked(row, sources)),
        CLASSES.map((lock) => `${lock}-wait`),
        { label: 'part of the time of all threads', format: percent },
      ),
    ],
  });
}

const CLASSES = ['pool', 'downstream'] as const;

const KEY: Record<LockShare['lock'], string> = {
  pool: 'first (plain) the pool locks',
  downstream: 'behind it (outlined) the downstream locks',
};

function stacked(
  { label, source, shares }: LockShareRow,
  sources: readonly ChartSource[],
): StackedRow {
  return {
    name: sources.length > 1 ? `${label}, ${sources[source]!.name}` : label,
    figures: shares.map(({ lock, waitPercent }) => `${lock} ${percent(waitPercent)}`).join(', '),
    segments: CLASSES.map((lock) => {
      const share = shares.find((one) => one.lock === lock);
      if (share === undefined) return null;
      const { waitPercent, contended } = share;
      const title = `${percent(waitPercent)} of the time waiting for ${lock} locks, ${contended} contended acquisitions`;
      return { length: waitPercent, title };
    }),
  };
}

function percent(value: number): string {
  return `${Number(value.toPrecision(value >= 100 ? 3 : 2))} %`;
}
