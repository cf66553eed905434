import CliTable, { type CharName } from 'cli-table3';
import type { Column } from './columns.js';
import { bold, type Style, toAscii } from './style.js';

/**
 * A table between rules. Where the width is short, titles break into lines, gaps shrink and the
 * first column, if it holds text, wraps.
 */
export function renderTextTable<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  style: Style,
): string {
  const plain = (text: string) => (style.unicode ? text : toAscii(text));
  const titles = columns.map(({ title }) => plain(title));
  const cells = rows.map((row) => columns.map((column) => plain(column.text(row))));
  const layout = chooseLayout(
    titles,
    cells,
    columns[0]?.align === 'left',
    style.columns ?? Infinity,
  );
  const table = new CliTable({
    chars: rules(style.unicode ? '─' : '-', layout.gap),
    head: layout.titles.map((title) => bold(title, style)),
    colAligns: columns.map(({ align }) => align),
    colWidths: [layout.firstWidth],
    wordWrap: true,
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0 },
  });
  table.push(...cells);
  return tidied(table.toString());
}

interface Layout {
  readonly titles: readonly string[];
  readonly gap: number;
  /** Null where the first column may be as wide as its text. */
  readonly firstWidth: number | null;
}

/** Fits `cache_shard,` */
const NARROWEST_FIRST = 12;

/** At a space, or behind a slash unless only a unit follows, as in `items/s`. */
const TITLE_BREAK = / |(?<=\/)(?=...)/;

function chooseLayout(
  titles: readonly string[],
  cells: readonly (readonly string[])[],
  wrapsFirst: boolean,
  available: number,
): Layout {
  const broken = titles.map((title) => title.replace(TITLE_BREAK, '\n'));
  const roomy = [
    { titles, gap: 2, firstWidth: null },
    { titles: broken, gap: 2, firstWidth: null },
  ].find((layout) => widthOf(layout.titles, cells, layout.gap) <= available);
  if (roomy) return roomy;
  const excess = widthOf(broken, cells, 1) - available;
  const [first = 0] = columnWidths(broken, cells);
  const firstWidth = wrapsFirst && excess > 0 ? Math.max(first - excess, NARROWEST_FIRST) : null;
  return { titles: broken, gap: 1, firstWidth };
}

function widthOf(
  titles: readonly string[],
  cells: readonly (readonly string[])[],
  gap: number,
): number {
  const widths = columnWidths(titles, cells);
  return widths.reduce((sum, width) => sum + width, gap * (widths.length - 1));
}

function columnWidths(titles: readonly string[], cells: readonly (readonly string[])[]): number[] {
  return titles.map((title, column) => {
    const texts = [...title.split('\n'), ...cells.map((row) => row[column] ?? '')];
    return Math.max(...texts.map((text) => text.length));
  });
}

function rules(rule: string, gap: number): Record<CharName, string> {
  const crossing = rule.repeat(gap);
  return {
    top: rule,
    'top-mid': crossing,
    'top-left': '',
    'top-right': '',
    bottom: rule,
    'bottom-mid': crossing,
    'bottom-left': '',
    'bottom-right': '',
    left: '',
    'left-mid': '',
    mid: rule,
    'mid-mid': crossing,
    right: '',
    'right-mid': '',
    middle: ' '.repeat(gap),
  };
}

/** cli-table3 rules off either all rows or none, the head included, and pads the last column. */
function tidied(table: string): string {
  const lines = table.split('\n');
  const rules = lines.flatMap((line, index) => (/^[─-]+$/.test(line) ? [index] : []));
  const dropped = new Set(rules.slice(2, -1));
  return lines
    .filter((_, index) => !dropped.has(index))
    .map((line) => line.trimEnd())
    .join('\n');
}
