import type { ComparedRow, RowFigures, SetComparison } from '../../results/compare/compare-sets.js';
import { ITEMS_RATE } from '../../results/result-set.js';
import { intervalColumn, uTestColumn, verdictColumn } from '../run/comparison-columns.js';
import type { Column } from '../text/columns.js';
import { formatChange, formatNs, formatRate, formatRatio, orAbsent } from '../text/format.js';

/** One table: a metric of one source against the first. */
export interface ComparisonTable {
  readonly title: string;
  readonly columns: readonly Column<ComparedRow>[];
  readonly rows: readonly ComparedRow[];
}

/** Items/s and p50, for each source but the first. Names come from `nameOf`, by index. */
export function comparisonTables(
  comparison: SetComparison,
  nameOf: (index: number) => string,
): ComparisonTable[] {
  const metrics = comparison.basis === 'shape' ? SHAPE_METRICS : METRICS;
  return comparison.sets.slice(1).flatMap((_, left) => {
    const index = left + 1;
    const rows = comparison.rows.filter(({ figures }) => figures[0] || figures[index]);
    const told = metrics.filter((metric) =>
      rows.some(({ figures }) => figures.some((own) => own && metric.value(own) !== null)),
    );
    return told.map((metric) => ({
      title: `${titleOf(metric, comparison)}: ${nameOf(index)} against ${nameOf(0)}`,
      columns: columnsOf(metric, index, nameOf),
      rows,
    }));
  });
}

/** Of a rate, what the first source calls it. */
function titleOf(metric: Metric, { sets }: SetComparison): string {
  const rateName = sets[0]?.rateName ?? ITEMS_RATE;
  return metric.title.replace(ITEMS_RATE, rateName);
}

interface Metric {
  readonly title: string;
  readonly field: string;
  value(figures: RowFigures): number | null;
  format(value: number): string;
  /** Null where only the two figures are set against each other. */
  readonly comparison: 'itemsPerSecond' | 'queueP50' | null;
}

const METRICS: readonly Metric[] = [
  {
    title: 'items/s',
    field: 'items_per_second',
    value: ({ itemsPerSecond }) => itemsPerSecond,
    format: formatRate,
    comparison: 'itemsPerSecond',
  },
  {
    title: 'p50 of queue_work',
    field: 'queue_p50_ns',
    value: ({ p50Ns }) => p50Ns,
    format: formatNs,
    comparison: 'queueP50',
  },
];

const SHAPE_METRICS: readonly Metric[] = [
  {
    title: 'items/s over those of cache, each on its own machine',
    field: 'items_per_second_vs_baseline',
    value: ({ rateOverBaseline }) => rateOverBaseline,
    format: formatRatio,
    comparison: null,
  },
  {
    title: 'p50 over that of cache, each on its own machine',
    field: 'queue_p50_vs_baseline',
    value: ({ p50OverBaseline }) => p50OverBaseline,
    format: formatRatio,
    comparison: null,
  },
];

function columnsOf(
  metric: Metric,
  index: number,
  nameOf: (index: number) => string,
): Column<ComparedRow>[] {
  const plain = [
    scopeColumn,
    figureColumn(metric, 0, nameOf(0)),
    figureColumn(metric, index, nameOf(index)),
    changeColumn(metric, index),
  ];
  const { comparison } = metric;
  if (comparison === null) return plain;
  const of = (row: ComparedRow) => row.comparisons[index - 1]?.[comparison] ?? null;
  return [
    ...plain,
    intervalColumn('CI 95 %', metric.field, of),
    uTestColumn(metric.field, of),
    trialsColumn(metric, index),
    verdictColumn('verdict', metric.field, of),
  ];
}

const scopeColumn: Column<ComparedRow> = {
  title: 'scope',
  align: 'left',
  text: ({ names }) => names.join(', '),
  field: 'names',
  raw: ({ names }) => names.join(' '),
};

function figureColumn(metric: Metric, index: number, name: string): Column<ComparedRow> {
  const value = ({ figures }: ComparedRow) => {
    const own = figures[index];
    return own ? metric.value(own) : null;
  };
  return {
    title: name,
    align: 'right',
    text: (row) => orAbsent(value(row), metric.format),
    field: `${name}_${metric.field}`,
    raw: value,
  };
}

function changeColumn(metric: Metric, index: number): Column<ComparedRow> {
  const ratio = ({ figures }: ComparedRow) => {
    const [before, after] = [figures[0], figures[index]].map((own) => own && metric.value(own));
    return typeof before === 'number' && typeof after === 'number' && before > 0
      ? after / before
      : null;
  };
  return {
    title: 'change',
    align: 'right',
    text: (row) => orAbsent(ratio(row), formatChange),
    field: `${metric.field}_ratio`,
    raw: ratio,
  };
}

/** `12`, or `10+12` where the sides have different numbers of trials. */
function trialsColumn({ field }: Metric, index: number): Column<ComparedRow> {
  const counts = ({ figures }: ComparedRow) => {
    const [before, after] = [figures[0], figures[index]];
    if (!before || !after) return null;
    return before.n === after.n ? String(before.n) : `${before.n}+${after.n}`;
  };
  return {
    title: 'n',
    align: 'right',
    text: (row) => orAbsent(counts(row), String),
    field: `${field}_n`,
    raw: counts,
  };
}
