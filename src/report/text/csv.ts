import type { Column } from './columns.js';

/** RFC 4180: lines end in CRLF, raw base units, a point for decimals whatever the locale. */
export function renderCsv<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  const head = columns.map((column) => column.field);
  const body = rows.map((row) => columns.map((column) => column.raw(row)));
  return [head, ...body].map((cells) => `${cells.map(csvCell).join(',')}\r\n`).join('');
}

function csvCell(value: string | number | null): string {
  const text = value === null ? '' : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
