import CliTable, { type CharName } from 'cli-table3';
import type { Column } from './columns.js';
import { bold, type Style, toAscii } from './style.js';

/** A boxed table, one rule below its head; the first column wraps where the width is short. */
export function renderTextTable<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  style: Style,
): string {
  const cells = rows.map((row) => columns.map((column) => plain(column.text(row), style)));
  const titles = columns.map((column) => plain(column.title, style));
  const table = new CliTable({
    chars: style.unicode ? UNICODE_BOX : ASCII_BOX,
    head: titles.map((title) => bold(title, style)),
    colAligns: columns.map((column) => column.align),
    colWidths: [firstWidth([titles, ...cells], style.columns)],
    wordWrap: true,
    style: { head: [], border: [] },
  });
  table.push(...cells);
  return withoutRowRules(table.toString());
}

function plain(text: string, style: Style): string {
  return style.unicode ? text : toAscii(text);
}

/** Frame and padding around a cell's text. */
const CELL_FRAME = 3;
const NARROWEST_FIRST = 14;

/** What the other columns leave of the width to the first; null where its text fits as it is. */
function firstWidth(table: readonly (readonly string[])[], width: number | undefined) {
  if (width === undefined) return null;
  const widths = (table[0] ?? []).map((_, column) =>
    Math.max(...table.map((row) => (row[column] as string).length)),
  );
  const [first = 0, ...others] = widths;
  const left = width - 2 - others.reduce((sum, other) => sum + other + CELL_FRAME, 0);
  return first + CELL_FRAME - 1 <= left ? null : Math.max(left, NARROWEST_FIRST);
}

/** cli-table3 rules off either all rows or none, the head included. */
function withoutRowRules(table: string): string {
  const lines = table.split('\n');
  const rules = lines.flatMap((line, index) => (/^[┌├└+]/.test(line) ? [index] : []));
  const dropped = new Set(rules.slice(2, -1));
  return lines.filter((_, index) => !dropped.has(index)).join('\n');
}

const UNICODE_BOX: Partial<Record<CharName, string>> = {};

const ASCII_BOX: Record<CharName, string> = {
  top: '-',
  'top-mid': '+',
  'top-left': '+',
  'top-right': '+',
  bottom: '-',
  'bottom-mid': '+',
  'bottom-left': '+',
  'bottom-right': '+',
  left: '|',
  'left-mid': '+',
  mid: '-',
  'mid-mid': '+',
  right: '|',
  'right-mid': '+',
  middle: '|',
};
