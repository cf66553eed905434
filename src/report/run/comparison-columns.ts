import type { Comparison, Verdict } from '../../results/file/summary-schema.js';
import type { Column } from '../text/columns.js';
import { formatChange, formatChanges, formatProbability, orAbsent } from '../text/format.js';

/** What a table compares in a row; null where it compares nothing. */
export type ComparisonOf<Row> = (row: Row) => Comparison | null;

/** `+12 %`, or for programs the ratio. */
export function ratioColumn<Row>(title: string, field: string, of: ComparisonOf<Row>): Column<Row> {
  return {
    title,
    align: 'right',
    text: (row) => orAbsent(of(row)?.ratio ?? null, formatChange),
    field: `${field}_ratio`,
    raw: (row) => of(row)?.ratio ?? null,
  };
}

export function intervalColumn<Row>(
  title: string,
  field: string,
  of: ComparisonOf<Row>,
): Column<Row> {
  return {
    title,
    align: 'right',
    text: (row) => orAbsent(of(row)?.ci95 ?? null, ({ low, high }) => formatChanges(low, high)),
    field: `${field}_ratio_ci95`,
    raw: (row) => intervalCell(of(row)?.ci95 ?? null),
  };
}

/** Of the test the verdict rests on. */
export function rankTestColumn<Row>(
  title: string,
  field: string,
  of: ComparisonOf<Row>,
): Column<Row> {
  return {
    title,
    align: 'right',
    text: (row) => orAbsent(of(row)?.rankTestP ?? null, formatProbability),
    field: `${field}_rank_test_p`,
    raw: (row) => of(row)?.rankTestP ?? null,
  };
}

export function probabilityColumn<Row>(field: string, of: ComparisonOf<Row>): Column<Row> {
  return {
    title: 'U test',
    align: 'right',
    text: (row) => orAbsent(of(row)?.uTest ?? null, ({ p }) => formatProbability(p)),
    field: `${field}_u_test_p`,
    raw: (row) => of(row)?.uTest?.p ?? null,
  };
}

export function verdictColumn<Row>(
  title: string,
  field: string,
  of: ComparisonOf<Row>,
): Column<Row> {
  return {
    title,
    align: 'left',
    text: (row) => orAbsent(of(row), ({ verdict }) => verdictText(verdict)),
    field: `${field}_verdict`,
    raw: (row) => of(row)?.verdict ?? null,
  };
}

/** An interval in one cell for programs: `1.2..1.5`. */
export function intervalCell(interval: { low: number; high: number } | null): string | null {
  return interval && `${interval.low}..${interval.high}`;
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
