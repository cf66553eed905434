import type { Part } from '../../results/file/prediction-schema.js';
import type { Run } from '../../results/file/run-file.js';
import { type Column, numberColumn, wordColumn } from '../text/columns.js';
import { formatNs } from '../text/format.js';
import { renderMarkdownTable } from '../text/markdown.js';
import { renderProse } from '../text/prose.js';
import { bold, type Style } from '../text/style.js';
import { renderTextTable } from '../text/text-table.js';
import { PART_TITLES, type PartRow, partRows, partsShown } from './part-rows.js';

/** Where an item's time goes in each configuration, as text that ends in a newline. */
export function renderParts(run: Run, format: 'table' | 'markdown', style: Style): string {
  const rows = partRows(run);
  if (rows.length === 0) return '';
  const shown = partsShown(rows);
  const columns = columnsFor(shown);
  if (format === 'markdown') {
    return `${TITLE}\n\n${renderMarkdownTable(columns, rows)}\n\n${NOTE}\n`;
  }
  const letters = shown.map((part) => `${LETTERS[part]} ${PART_TITLES[part]}`).join(', ');
  return [
    bold(TITLE, style),
    renderTextTable(columns, rows, style),
    ...bars(rows, shown),
    renderProse(`Bars: ${letters}. ${NOTE}`, style),
    '',
  ].join('\n');
}

const TITLE = "Where an item's time goes, mean of an item, medians over the trials:";

const NOTE =
  "A round trip, from queue_work on: what submitters do between items is not in it, but an item that is done waits in the run queue for a submitter that is busy. Z: threads over items/s, less twice p50, an item's time outside its two visits to the lock, as far as both take p50; below 0 they do not. Waiting: threads in a pool's lock queue, mean.";

function columnsFor(shown: readonly Part[]): Column<PartRow>[] {
  return [
    wordColumn('scope', 'label', ({ label }) => label),
    ...shown.map((part) =>
      numberColumn<PartRow>(PART_TITLES[part], `${part}_ns`, ({ parts }) => parts[part], formatNs),
    ),
    numberColumn('Z', 'z_ns', ({ zNs }) => zNs, formatSigned),
    numberColumn(
      'waiting /pool',
      'waiting',
      ({ waiting }) => waiting,
      (n) => n.toFixed(1),
    ),
    numberColumn(
      'wakes /item',
      'wakes',
      ({ wakes }) => wakes,
      (n) => n.toFixed(2),
    ),
  ];
}

function formatSigned(ns: number): string {
  return ns < 0 ? `-${formatNs(-ns)}` : formatNs(ns);
}

const LETTERS: Readonly<Record<Part, string>> = {
  lockWait: 'l',
  hold: 'h',
  inLockWake: 'w',
  wakeToRun: 'r',
  runQueue: 'q',
  kworkersBusy: 'b',
  work: 'x',
  downstreamWait: 'd',
  complete: 'c',
};

const BAR_WIDTH = 60;

/** A letter for each sixtieth of the longest round trip. */
function bars(rows: readonly PartRow[], shown: readonly Part[]): string[] {
  const totals = rows.map(({ parts }) => shown.reduce((sum, part) => sum + parts[part], 0));
  const longest = Math.max(...totals);
  const width = Math.max(...rows.map(({ label }) => label.length));
  return rows.map(({ label, parts }, index) => {
    let spent = 0;
    let drawn = 0;
    const bar = shown.map((part) => {
      spent += parts[part];
      const end = Math.round((spent / longest) * BAR_WIDTH);
      const letters = LETTERS[part].repeat(end - drawn);
      drawn = end;
      return letters;
    });
    return `${label.padEnd(width)}  ${bar.join('')} ${formatNs(totals[index]!)}`;
  });
}
