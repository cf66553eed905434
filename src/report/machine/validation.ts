import type { ComparedRow } from '../../predictor/predict-row.js';
import type { Published } from '../../predictor/published/published.js';
import { mean } from '../../results/statistics/sample.js';
import type { TableFormat } from '../formats.js';
import { joinBlocks } from '../run/render-run.js';
import { type Column, numberColumn, wordColumn } from '../text/columns.js';
import { renderCsv } from '../text/csv.js';
import { renderMarkdownTable } from '../text/markdown.js';
import { renderProse } from '../text/prose.js';
import type { Style } from '../text/style.js';
import { renderTextTable } from '../text/text-table.js';
import { FIT_COLUMNS, formatError, p50Error, rateError } from './fit-table.js';
import { WORKLOAD_COLUMNS, WORKLOAD_NOTE } from './workload-table.js';

/**
 * Published rows beside their predictions, with the errors by group. As CSV it is one table: that of
 * the other workloads only where no microbenchmark was asked for.
 */
export function renderValidation(
  { microbench, workloads }: Published,
  format: TableFormat,
  style: Style,
): string {
  const groups = groupsOf(microbench);
  switch (format) {
    case 'table': {
      const own = [
        [renderTextTable(FIT_COLUMNS, microbench, style)],
        [renderTextTable(GROUP_COLUMNS, groups, style)],
        [renderProse(NOTE, style)],
      ];
      const others = [
        [renderTextTable(WORKLOAD_COLUMNS, workloads, style)],
        [renderProse(WORKLOAD_NOTE, style)],
      ];
      return joinBlocks([
        ...(microbench.length > 0 ? own : []),
        ...(workloads.length > 0 ? others : []),
      ]);
    }
    case 'markdown': {
      const own = [
        renderMarkdownTable(FIT_COLUMNS, microbench),
        renderMarkdownTable(GROUP_COLUMNS, groups),
        NOTE,
      ];
      const others = [renderMarkdownTable(WORKLOAD_COLUMNS, workloads), WORKLOAD_NOTE];
      const blocks = [
        ...(microbench.length > 0 ? own : []),
        ...(workloads.length > 0 ? others : []),
      ];
      return `${blocks.join('\n\n')}\n`;
    }
    case 'csv':
      return microbench.length > 0
        ? renderCsv(FIT_COLUMNS, microbench)
        : renderCsv(WORKLOAD_COLUMNS, workloads);
  }
}

const NOTE =
  '* calibrated on, or the same pods under another name; all other rows are predicted, and only they are in the groups. Published rows have no p90.';

interface Group {
  readonly name: string;
  readonly rows: readonly ComparedRow[];
}

function groupsOf(rows: readonly ComparedRow[]): Group[] {
  const predicted = rows.filter(({ calibrated }) => !calibrated);
  const of = (name: string, isIn: (row: ComparedRow) => boolean) => ({
    name,
    rows: predicted.filter(isIn),
  });
  const isOneLlc = ({ target: { label } }: ComparedRow) => /^(smt|cache)/.test(label);
  return [
    of('pools of 2+ CPUs within an LLC', isOneLlc),
    of('cpu', ({ target: { label } }) => label === 'cpu'),
    of('numa and system', ({ target: { label } }) => label === 'numa' || label === 'system'),
  ].filter((group) => group.rows.length > 0);
}

const GROUP_COLUMNS: readonly Column<Group>[] = [
  wordColumn('rows predicted', 'group', ({ name }) => name),
  numberColumn('rows', 'rows', ({ rows }) => rows.length, String),
  errorColumn('mean |error| items/s', 'rate_error_mean', rateError, mean),
  errorColumn('worst', 'rate_error_worst', rateError, (errors) => Math.max(...errors)),
  errorColumn('mean |error| p50', 'p50_error_mean', p50Error, mean),
  errorColumn('worst', 'p50_error_worst', p50Error, (errors) => Math.max(...errors)),
];

function errorColumn(
  title: string,
  field: string,
  errorOf: (row: ComparedRow) => number | null,
  reduce: (errors: readonly number[]) => number,
): Column<Group> {
  return numberColumn(
    title,
    field,
    ({ rows }) => {
      const errors = rows
        .map(errorOf)
        .flatMap((error) => (error === null ? [] : [Math.abs(error)]));
      return errors.length === 0 ? null : reduce(errors);
    },
    (error) => formatError(error).replace('+', ''),
  );
}
