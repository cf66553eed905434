import type { Rate } from '../../results/file/summary-schema.js';
import type { Column } from '../text/columns.js';
import { formatNs, formatRate, formatRatio, formatSpread, orAbsent } from '../text/format.js';

/** What the tables of measured, imported and published figures have in common. */
export interface FiguresRow {
  readonly summary: {
    readonly itemsPerSecond: Pick<Rate, 'mean' | 'stddev'> | null;
    /** Of `queue_work`, in ns. */
    readonly queueNs: QueueLatency | null;
  };
  /** Items/s over those of the baseline; null without one of them. */
  readonly ratio: number | null;
}

/** Null where the source does not say. */
type QueueLatency = Readonly<Record<(typeof SHOWN_PERCENTILES)[number], number | null>>;

export const SHOWN_PERCENTILES = ['p50', 'p90', 'p95'] as const;

export const rateColumn: Column<FiguresRow> = {
  title: 'items/s',
  align: 'right',
  text: ({ summary }) => orAbsent(summary.itemsPerSecond, ({ mean }) => formatRate(mean)),
  field: 'items_per_second_mean',
  raw: ({ summary }) => summary.itemsPerSecond?.mean ?? null,
};

export const spreadColumn: Column<FiguresRow> = {
  title: '± stddev',
  align: 'right',
  text: ({ summary }) =>
    orAbsent(summary.itemsPerSecond, ({ stddev, mean }) => formatSpread(stddev, mean)),
  field: 'items_per_second_stddev',
  raw: ({ summary }) => summary.itemsPerSecond?.stddev ?? null,
};

export function percentileColumn(name: (typeof SHOWN_PERCENTILES)[number]): Column<FiguresRow> {
  return {
    title: name,
    align: 'right',
    text: ({ summary }) => orAbsent(summary.queueNs?.[name] ?? null, formatNs),
    field: `queue_${name}_ns`,
    raw: ({ summary }) => summary.queueNs?.[name] ?? null,
  };
}

export function ratioColumn(title: string): Column<FiguresRow> {
  return {
    title,
    align: 'right',
    text: ({ ratio }) => orAbsent(ratio, formatRatio),
    field: 'items_per_second_vs_baseline',
    raw: ({ ratio }) => ratio,
  };
}
