import type { Column } from './columns.js';

/** A table in GitHub's Markdown, padded so that it reads well as plain text too. */
export function renderMarkdownTable<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
): string {
  const blocks = columns.map((column) => renderColumn(column, rows));
  return Array.from({ length: rows.length + 2 }, (_, line) => {
    const cells = blocks.map((block) => block[line]);
    return `| ${cells.join(' | ')} |`;
  }).join('\n');
}

/** Text on one line that Markdown shows as it is. */
export function escapeMarkdown(text: string): string {
  return text.replace(/\r?\n/g, ' ').replace(/[\\`*|<>[\]]/g, '\\$&');
}

/** Title, rule and cells of a column, all of one width. */
function renderColumn<Row>(column: Column<Row>, rows: readonly Row[]): string[] {
  const cells = rows.map((row) => escapeMarkdown(column.text(row)));
  const head = escapeMarkdown(column.title);
  const right = column.align === 'right';
  const width = Math.max(4, head.length, ...cells.map((cell) => cell.length));
  const pad = (cell: string) => (right ? cell.padStart(width) : cell.padEnd(width));
  const dashes = '-'.repeat(width - 1);
  return [pad(head), right ? `${dashes}:` : `:${dashes}`, ...cells.map(pad)];
}
