import type { Column } from '../text/columns.js';
import { escapeMarkdown, renderMarkdownTable } from '../text/markdown.js';
import { bold, type Style } from '../text/style.js';
import { renderTextTable } from '../text/text-table.js';

/** A published table, whatever its rows are, ready for each way to show it. */
export interface Section {
  text(style: Style): string;
  markdown(): string;
  /** Its figures one by one. */
  figures(): Figure[];
}

/** A number of a reference for programs. */
export interface Figure {
  readonly table: string;
  /** What the row is about. */
  readonly row: string;
  /** Unit last: `queue_p50_ns`. */
  readonly figure: string;
  readonly value: number;
}

/** The first `keys` columns say what a row is about. */
export function tableSection<Row>(
  title: string,
  keys: number,
  columns: readonly Column<Row>[],
  rows: readonly Row[],
): Section {
  return {
    text: (style) => `${bold(title, style)}\n${renderTextTable(columns, rows, style)}`,
    markdown: () => `${escapeMarkdown(title)}\n\n${renderMarkdownTable(columns, rows)}`,
    figures: () => rows.flatMap((row) => figuresOf(title, keys, columns, row)),
  };
}

function figuresOf<Row>(
  table: string,
  keys: number,
  columns: readonly Column<Row>[],
  row: Row,
): Figure[] {
  const named = columns.slice(0, keys).filter((column) => column.raw(row) !== null);
  const name = named.map((column) => `${column.field}=${column.raw(row)}`).join(' ');
  return columns.slice(keys).flatMap((column) => {
    const value = column.raw(row);
    return typeof value === 'number' ? [{ table, row: name, figure: column.field, value }] : [];
  });
}
