import type { ConfigurationSummary, Run } from '../../results/file/run-file.js';
import type { Column } from '../text/columns.js';
import { formatInterval, formatRate, orAbsent } from '../text/format.js';
import {
  type ComparisonOf,
  intervalCell,
  intervalColumn,
  rankTestColumn,
  ratioColumn,
  uTestColumn,
  verdictColumn,
} from './comparison-columns.js';
import { baselineName, type RunRow, rowsOf } from './run-tables.js';

/** Rows that are compared with the baseline; empty where nothing is. */
export function comparedRows(run: Run): RunRow[] {
  return rowsOf(run).filter(({ summary }) => summary.comparison !== null);
}

const scopeColumn: Column<RunRow> = {
  title: 'scope',
  align: 'left',
  text: ({ configuration }) => configuration.label,
  field: 'label',
  raw: ({ configuration }) => configuration.label,
};

/** What stands above the comparison with the baseline. */
export function comparisonTitle(run: Run): string {
  return `Against ${baselineName(run) ?? 'the baseline'}, by the medians of trials of the same rounds`;
}

const rate = (row: RunRow) => row.summary.comparison?.itemsPerSecond ?? null;
const p50 = (row: RunRow) => row.summary.comparison?.queueP50 ?? null;

const ONLY_WHERE_WIDE = [
  'items_per_second_change_percent',
  'items_per_second_rank_test_p',
  'items_per_second_u_test_p',
  'queue_p50_ratio_ci95',
];

/** Each configuration against the baseline. */
export const comparisonColumns: readonly Column<RunRow>[] = [
  scopeColumn,
  ratioColumn('items/s', 'items_per_second', rate),
  intervalColumn('CI 95 %', 'items_per_second', rate),
  changeColumn(rate),
  rankTestColumn('signed rank', 'items_per_second', rate),
  uTestColumn('items_per_second', rate),
  verdictColumn('verdict', 'items_per_second', rate),
  ratioColumn('p50', 'queue_p50', p50),
  intervalColumn('p50 CI 95 %', 'queue_p50', p50),
  verdictColumn('p50 verdict', 'queue_p50', p50),
];

/** The comparison where the width is short. */
export const shortComparisonColumns: readonly Column<RunRow>[] = comparisonColumns.filter(
  ({ field }) => !ONLY_WHERE_WIDE.includes(field),
);

/** Where the trials of each configuration lie. */
export const spreadColumns: readonly Column<RunRow>[] = [
  scopeColumn,
  rateFigure('mean', 'items_per_second_mean', ({ mean }) => mean),
  rateFigure('stddev', 'items_per_second_stddev', ({ stddev }) => stddev),
  rateFigure('median', 'items_per_second_median', ({ median }) => median),
  {
    title: '95 % CI of the median',
    align: 'right',
    text: ({ summary }) =>
      orAbsent(summary.itemsPerSecond?.ci95 ?? null, ({ low, high }) =>
        formatInterval(low, high, formatRate),
      ),
    field: 'items_per_second_ci95',
    raw: ({ summary }) => {
      const interval = summary.itemsPerSecond?.ci95 ?? null;
      return interval && intervalCell(interval);
    },
  },
  rateFigure('MAD', 'items_per_second_mad', ({ mad }) => mad),
  {
    title: 'n',
    align: 'right',
    text: ({ summary }) => String(summary.n),
    field: 'n',
    raw: ({ summary }) => summary.n,
  },
];

type Rate = NonNullable<ConfigurationSummary['itemsPerSecond']>;

function rateFigure(
  title: string,
  field: string,
  pick: (rate: Rate) => number | null,
): Column<RunRow> {
  const value = ({ summary }: RunRow) => summary.itemsPerSecond && pick(summary.itemsPerSecond);
  return {
    title,
    align: 'right',
    text: (row) => orAbsent(value(row), formatRate),
    field,
    raw: value,
  };
}

/** As published tables have it: mean and standard deviation of the change in each round. */
function changeColumn(of: ComparisonOf<RunRow>): Column<RunRow> {
  const change = (row: RunRow) => of(row)?.change ?? null;
  return {
    title: 'per round',
    align: 'right',
    text: (row) =>
      orAbsent(change(row), ({ meanPercent, stddevPercent }) => {
        const spread = stddevPercent === null ? '' : ` ± ${stddevPercent.toFixed(1)}`;
        return `${meanPercent >= 0 ? '+' : ''}${meanPercent.toFixed(1)}${spread} %`;
      }),
    field: 'items_per_second_change_percent',
    raw: (row) => change(row)?.meanPercent ?? null,
  };
}
