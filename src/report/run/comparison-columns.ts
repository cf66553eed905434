import type { Comparison, Verdict } from '../../results/file/summary-schema.js';
import type { Column } from '../text/columns.js';
import { formatChange, formatChanges, formatProbability, orAbsent } from '../text/format.js';

/** What a table compares in a row; null where it compares nothing. */
export type ComparisonOf<Row> = (row: Row) => Comparison | null;

/** A column of one figure of the comparison, empty where that is not known. */
function figureColumn<Row, Value>(
  head: Pick<Column<Row>, 'title' | 'field' | 'align'>,
  figureOf: (row: Row) => Value | null | undefined,
  text: (value: Value) => string,
  raw: (value: Value) => string | number | null,
): Column<Row> {
  return {
    ...head,
    text: (row) => orAbsent(figureOf(row) ?? null, text),
    raw(row) {
      const value = figureOf(row) ?? null;
      return value === null ? null : raw(value);
    },
  };
}

const itself = <Value>(value: Value) => value;

/** `+12 %`, or for programs the ratio. */
export function ratioColumn<Row>(title: string, field: string, of: ComparisonOf<Row>): Column<Row> {
  const head = { title, field: `${field}_ratio`, align: 'right' } as const;
  return figureColumn(head, (row) => of(row)?.ratio, formatChange, itself);
}

export function intervalColumn<Row>(
  title: string,
  field: string,
  of: ComparisonOf<Row>,
): Column<Row> {
  const head = { title, field: `${field}_ratio_ci95`, align: 'right' } as const;
  const text = ({ low, high }: Interval) => formatChanges(low, high);
  return figureColumn(head, (row) => of(row)?.ci95, text, intervalCell);
}

/** Of the test the verdict rests on. */
export function rankTestColumn<Row>(
  title: string,
  field: string,
  of: ComparisonOf<Row>,
): Column<Row> {
  const head = { title, field: `${field}_rank_test_p`, align: 'right' } as const;
  return figureColumn(head, (row) => of(row)?.rankTestP, formatProbability, itself);
}

export function uTestColumn<Row>(field: string, of: ComparisonOf<Row>): Column<Row> {
  const head = { title: 'U test', field: `${field}_u_test_p`, align: 'right' } as const;
  return figureColumn(head, (row) => of(row)?.uTest?.p, formatProbability, itself);
}

export function verdictColumn<Row>(
  title: string,
  field: string,
  of: ComparisonOf<Row>,
): Column<Row> {
  const head = { title, field: `${field}_verdict`, align: 'left' } as const;
  return figureColumn(head, (row) => of(row)?.verdict, verdictText, itself);
}

interface Interval {
  readonly low: number;
  readonly high: number;
}

/** An interval in one cell for programs: `1.2..1.5`. */
export function intervalCell({ low, high }: Interval): string {
  return `${low}..${high}`;
}

/** A verdict as tables show it; `~` as benchstat has it. */
export function verdictText(verdict: Verdict): string {
  switch (verdict) {
    case 'better':
    case 'worse':
      return verdict;
    case 'no-difference':
      return '~';
    case 'n-too-small':
      return 'n too small';
  }
}
