import type { Run } from '../../results/file/run-file.js';
import { modelledLoad } from '../../results/modelled-load.js';
import { placementSentences } from '../core-to-core/placement-text.js';
import type { ReportFormat } from '../formats.js';
import type { Column } from '../text/columns.js';
import { renderCsv } from '../text/csv.js';
import { formatCount, formatCounted, formatRate } from '../text/format.js';
import { escapeMarkdown, renderMarkdownTable } from '../text/markdown.js';
import { renderNotice, renderProse } from '../text/prose.js';
import type { Style } from '../text/style.js';
import { renderTextTable } from '../text/text-table.js';
import { costColumns, costTables } from './cost-tables.js';
import { explainRun, headline } from './explain.js';
import { type Footnote, footnotesOf } from './footnotes.js';
import { renderKernelRows } from './kernel-rows.js';
import {
  LOCK_COLUMNS,
  LOCK_TABLE_TITLE,
  type LockRow,
  lockRows,
  lockSentences,
} from './lock-table.js';
import { noticesOf } from './notices.js';
import { detailColumns, mainColumns, type RunRow, rowsOf } from './run-tables.js';
import { heard } from './silence.js';
import {
  comparedRows,
  comparisonColumns,
  comparisonTitle,
  shortComparisonColumns,
  spreadColumns,
} from './statistics-tables.js';
import { sweepColumns, sweepRows } from './sweep-table.js';

export interface ReportStyle extends Style {
  /** Whether to say below the tables how to read them. */
  readonly explain: boolean;
}

/** A run as text that ends in a newline. Only `table` and `markdown` explain, only `table` is styled. */
export function renderRun(run: Run, format: ReportFormat, style: ReportStyle): string {
  switch (format) {
    case 'table':
      return renderText(run, style);
    case 'markdown':
      return renderMarkdown(run, style.explain);
    case 'kernel':
      return renderKernelRows(run);
    case 'csv':
      return renderRunCsv(run);
  }
}

function renderText(run: Run, style: ReportStyle): string {
  const footnotes = footnotesOf(run);
  const sweep = sweepRows(run);
  const compared = comparedRows(run);
  const prose = (text: string) => renderProse(text, style);
  const blocks = [
    noticesOf(run).map((notice) => renderNotice(notice, style)),
    [prose(contextOf(run)), renderTextTable(mainColumns(run, footnotes), rowsOf(run), style)],
    notesOf(run, footnotes).map(prose),
    compared.length > 0
      ? [prose(`${comparisonTitle(run)}:`), renderTextTable(fitting(style), compared, style)]
      : [],
    sweep.length > 0 ? [renderTextTable(sweepColumns(sweep), sweep, style)] : [],
    ...costTables(run).map(({ title, columns, rows }) => [
      prose(`${title}:`),
      renderTextTable(columns, rows, style),
    ]),
    ...lockBlocks(run, (rows) => [
      prose(`${LOCK_TABLE_TITLE}:`),
      renderTextTable(LOCK_COLUMNS, rows, style),
    ]),
    lockSentences(run).map(prose),
    placementSentences(run).map(prose),
    style.explain ? [prose(headline(run))] : [],
    style.explain ? explainRun(run).map(prose) : [],
  ];
  return joinBlocks(blocks);
}

/** Width from which on the whole comparison fits. */
const WIDE = 120;

function fitting({ columns }: Style): readonly Column<RunRow>[] {
  return (columns ?? WIDE) < WIDE ? shortComparisonColumns : comparisonColumns;
}

function renderMarkdown(run: Run, explain: boolean): string {
  const footnotes = footnotesOf(run);
  const sweep = sweepRows(run);
  const compared = comparedRows(run);
  const blocks = [
    ...noticesOf(run).map((notice) => [`> **${escapeMarkdown(notice)}**`]),
    [escapeMarkdown(contextOf(run))],
    [renderMarkdownTable(mainColumns(run, footnotes), rowsOf(run))],
    notesOf(run, footnotes).map((note) => `- ${escapeMarkdown(note)}`),
    [renderMarkdownTable(spreadColumns, rowsOf(run))],
    ...(compared.length > 0
      ? [
          [escapeMarkdown(`${comparisonTitle(run)}:`)],
          [renderMarkdownTable(comparisonColumns, compared)],
        ]
      : []),
    sweep.length > 0 ? [renderMarkdownTable(sweepColumns(sweep), sweep)] : [],
    ...costTables(run).map(({ title, columns, rows }) => [
      escapeMarkdown(`${title}:`),
      renderMarkdownTable(columns, rows),
    ]),
    ...lockBlocks(run, (rows) => [
      escapeMarkdown(`${LOCK_TABLE_TITLE}:`),
      renderMarkdownTable(LOCK_COLUMNS, rows),
    ]),
    lockSentences(run).map(escapeMarkdown),
    placementSentences(run).map(escapeMarkdown),
    ...(explain ? [headline(run), ...explainRun(run)].map((text) => [escapeMarkdown(text)]) : []),
  ];
  return joinBlocks(blocks);
}

function lockBlocks(run: Run, render: (rows: readonly LockRow[]) => string[]): string[][] {
  const rows = lockRows(run);
  return rows.length > 0 ? [render(rows)] : [];
}

/** RFC 4180 knows no comments: a notice makes lines before the head, marked as usual by `#`. */
function renderRunCsv(run: Run): string {
  const notices = noticesOf(run).map((notice) => `# ${notice.replaceAll(/[\r\n]+/g, ' ')}\r\n`);
  return notices.join('') + renderCsv(csvColumns(run), rowsOf(run));
}

/** Those of all tables, each once. */
function csvColumns(run: Run): Column<RunRow>[] {
  const all = [
    ...mainColumns(run, []),
    ...spreadColumns,
    ...comparisonColumns,
    ...costColumns(run),
    ...detailColumns,
  ];
  return [...new Map(all.map((column) => [column.field, column])).values()];
}

/** What was measured, on what and how, in a line. */
export function contextOf(run: Run): string {
  const { topology, environment, lock } = run;
  const machine = topology.modelled ? topology.source.name : (environment.cpuModel ?? run.host);
  const trials = Math.max(...run.summary.map(({ n, invalid }) => n + invalid));
  return [
    `wqbench ${run.toolVersion}`,
    `${machine}, ${formatCounted(topology.cpus.length, 'CPU')}`,
    threadsOf(run),
    `${formatCount(run.itemsPerThread)} items/thread`,
    formatCounted(trials, 'trial'),
    ...loadOf(run),
    `lock ${lock.kind}, kworkers ${run.kworkers}`,
  ].join(' · ');
}

function threadsOf({ source, threads, pinning }: Run): string {
  const count = formatCounted(threads, 'thread');
  if (source === 'predicted') return count;
  return `${count}, ${pinning === 'none' ? 'not pinned' : 'pinned'}`;
}

/** What is not as in the plain microbenchmark. */
function loadOf(run: Run): string[] {
  const { workload, depth, arrivalsPerSecond, scenario } = run;
  return [
    ...modelledLoad(run),
    ...(scenario === null ? [] : [`scenario ${scenario.name}, ${scenario.part}`]),
    ...(workload === 'microbench' ? [] : [workload]),
    ...(depth === 1 ? [] : [`depth ${depth}`]),
    ...(arrivalsPerSecond === null
      ? []
      : [`open loop, ${formatRate(arrivalsPerSecond)} items/s a thread`]),
  ];
}

function notesOf(run: Run, footnotes: readonly Footnote[]): string[] {
  return [
    ...footnotes.map(({ mark, text }) => `${mark} ${text}`),
    ...heard(run.warnings, run).map(({ code, message }) => `${code}: ${message}`),
  ];
}

/** Blocks of lines, an empty line between them. */
export function joinBlocks(blocks: readonly (readonly string[])[]): string {
  const filled = blocks.filter((block) => block.length > 0);
  return `${filled.map((block) => block.join('\n')).join('\n\n')}\n`;
}
