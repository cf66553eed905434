import type { Column } from './columns.js';

/** A table in GitHub's Markdown. */
export function renderMarkdownTable<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
): string {
  const rule = columns.map((column) => (column.align === 'right' ? '---:' : ':---'));
  return [
    columns.map((column) => escapeMarkdown(column.title)),
    rule,
    ...rows.map((row) => columns.map((column) => escapeMarkdown(column.text(row)))),
  ]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}

/** Text on one line that Markdown shows as it is. */
export function escapeMarkdown(text: string): string {
  return text.replace(/\r?\n/g, ' ').replace(/[\\`*|<>[\]]/g, '\\$&');
}
