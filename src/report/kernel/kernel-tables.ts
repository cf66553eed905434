import type { KernelFigure, KernelRun } from '../../results/kernel/kernel-run.js';
import {
  intervalColumn,
  rankTestColumn,
  ratioColumn,
  verdictColumn,
} from '../run/comparison-columns.js';
import { type Column, numberColumn, wordColumn } from '../text/columns.js';
import { formatNs, formatRate, formatSpread, orAbsent } from '../text/format.js';

export type KernelRow = KernelRun['summary'][number];

/** A value of the figure, with its unit where that has prefixes of its own. */
export function formatFigure({ unit }: Pick<KernelFigure, 'unit'>, value: number): string {
  if (unit === 's') return formatNs(value * 1e9);
  if (unit === 'ns') return formatNs(value);
  return value < 100 ? value.toPrecision(3) : formatRate(value);
}

/** `write.iops (1/s)` */
export function figureTitle({ name, unit }: KernelFigure): string {
  return unit === '' || unit === 's' || unit === 'ns' ? name : `${name} (${unit})`;
}

export function kernelColumns(run: KernelRun): Column<KernelRow>[] {
  const { figure } = run;
  const comparison = (row: KernelRow) => row.comparison;
  return [
    wordColumn('scope', 'label', ({ label }) => label),
    numberColumn<KernelRow>(
      `${figureTitle(figure)}, median`,
      'value_median',
      ({ value }) => value?.median ?? null,
      (value) => formatFigure(figure, value),
    ),
    {
      title: '± stddev',
      align: 'right',
      text: ({ value }) => orAbsent(value, ({ stddev, mean }) => formatSpread(stddev, mean)),
      field: 'value_stddev',
      raw: ({ value }) => value?.stddev ?? null,
    },
    ratioColumn(`vs ${run.baseline ?? 'baseline'}`, 'value', comparison),
    intervalColumn('CI 95 %', 'value', comparison),
    rankTestColumn('signed rank', 'value', comparison),
    verdictColumn('verdict', 'value', comparison),
    numberColumn('n', 'trials', ({ n }) => n, String),
  ];
}
