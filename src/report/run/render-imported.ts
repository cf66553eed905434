import type { ImportedRun } from '../../results/file/imported-run.js';
import type { ReportFormat } from '../formats.js';
import type { Column } from '../text/columns.js';
import { renderCsv } from '../text/csv.js';
import { formatCount, formatCounted } from '../text/format.js';
import { escapeMarkdown, renderMarkdownTable } from '../text/markdown.js';
import { renderProse } from '../text/prose.js';
import type { Style } from '../text/style.js';
import { renderTextTable } from '../text/text-table.js';
import { percentileColumn, rateColumn, ratioColumn, spreadColumn } from './figure-columns.js';
import { renderImportedKernelRows } from './kernel-rows.js';
import { joinBlocks } from './render-run.js';

interface ImportedRow {
  readonly label: string;
  readonly summary: ImportedRun['summary'][number];
  readonly ratio: number | null;
}

/** An imported log in the shape of a run's report, as text that ends in a newline. */
export function renderImported(run: ImportedRun, format: ReportFormat, style: Style): string {
  switch (format) {
    case 'table':
      return renderText(run, style);
    case 'markdown':
      return joinBlocks([
        [escapeMarkdown(importedContextOf(run))],
        [renderMarkdownTable(columnsOf(run), rowsOf(run))],
        notesOf(run).map((note) => `- ${escapeMarkdown(note)}`),
      ]);
    case 'kernel':
      return commentLines(run, '\n') + renderImportedKernelRows(run);
    case 'csv':
      return commentLines(run, '\r\n') + renderCsv(columnsOf(run), rowsOf(run));
  }
}

function renderText(run: ImportedRun, style: Style): string {
  const prose = (text: string) => renderProse(text, style);
  return joinBlocks([
    [prose(importedContextOf(run)), renderTextTable(columnsOf(run), rowsOf(run), style)],
    notesOf(run).map(prose),
  ]);
}

function rowsOf({ summary, baseline }: ImportedRun): ImportedRow[] {
  const baselineRate = summary.find(({ label }) => label === baseline)?.itemsPerSecond.median;
  return summary.map((row) => ({
    label: row.label,
    summary: row,
    ratio: baselineRate ? row.itemsPerSecond.median / baselineRate : null,
  }));
}

function columnsOf(run: ImportedRun): Column<ImportedRow>[] {
  return [
    {
      title: 'scope',
      align: 'left',
      text: ({ label }) => label,
      field: 'names',
      raw: ({ label }) => label,
    },
    rateColumn,
    spreadColumn,
    percentileColumn('p50'),
    percentileColumn('p90'),
    percentileColumn('p95'),
    ratioColumn(`median vs ${run.baseline ?? 'baseline'}`),
    {
      title: 'n',
      align: 'right',
      text: ({ summary }) => String(summary.n),
      field: 'trials',
      raw: ({ summary }) => summary.n,
    },
  ];
}

/** Where the log came from, and what it is of, in a line. */
export function importedContextOf({ log, threads, itemsPerThread, trials }: ImportedRun): string {
  const rounds = new Set(trials.map(({ round }) => round)).size;
  return [
    `imported from ${log === '-' ? 'standard input' : log}`,
    formatCounted(threads, 'thread'),
    `${formatCount(itemsPerThread)} items/thread`,
    formatCounted(rounds, 'round'),
  ].join(' · ');
}

/** What the log itself said about its figures goes on with them. */
function commentLines({ warnings }: ImportedRun, end: string): string {
  const comments = warnings.filter(({ code }) => code === 'log-comment');
  return comments.map(({ message }) => `# ${message}${end}`).join('');
}

function notesOf(run: ImportedRun): string[] {
  return run.warnings.map(({ code, message }) => `${code}: ${message}`);
}
