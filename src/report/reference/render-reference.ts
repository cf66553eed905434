import type { TableFormat } from '../formats.js';
import { joinBlocks } from '../run/render-run.js';
import { fieldColumns } from '../text/columns.js';
import { renderCsv } from '../text/csv.js';
import { escapeMarkdown, renderMarkdownTable } from '../text/markdown.js';
import { bold, type Style, toAscii } from '../text/style.js';
import { WIDEST_PROSE, wrap } from '../text/wrap.js';
import type { ReferenceReport } from './reference-report.js';
import type { Figure } from './section.js';

/** A published result as text that ends in a newline; CSV has a line a figure. */
export function renderReference(
  report: ReferenceReport,
  format: TableFormat,
  style: Style,
): string {
  switch (format) {
    case 'table':
      return renderText(report, style);
    case 'markdown':
      return renderMarkdown(report);
    case 'csv':
      return renderCsv(FIGURE_COLUMNS, figuresOf(report));
  }
}

/** What there is, as text that ends in a newline. */
export function renderReferenceList(
  reports: readonly ReferenceReport[],
  format: TableFormat,
  style: Style,
): string {
  switch (format) {
    case 'table':
      return joinBlocks(reports.map((report) => listBlock(report, style)));
    case 'markdown':
      return `${renderMarkdownTable(LIST_COLUMNS, reports)}\n`;
    case 'csv':
      return renderCsv(LIST_COLUMNS, reports);
  }
}

const HEADLINE = 'published, not measured here';

function renderText(report: ReferenceReport, style: Style): string {
  const prose = proseFor(style);
  return joinBlocks([
    [
      prose(`${report.name}: ${HEADLINE}`),
      prose(`machine: ${report.machine}`),
      prose(`workload: ${report.workload}`),
    ],
    ...report.sections.map((section) => [section.text(style)]),
    report.notes.map((note) => prose(note)),
    [prose(`source: ${report.source}`), ...modelLine(report).map(prose)],
  ]);
}

function renderMarkdown(report: ReferenceReport): string {
  return joinBlocks([
    [escapeMarkdown(`${report.name}: ${HEADLINE} · ${report.machine} · ${report.workload}`)],
    ...report.sections.map((section) => [section.markdown()]),
    [...report.notes, `source: ${report.source}`, ...modelLine(report)].map(
      (note) => `- ${escapeMarkdown(note)}`,
    ),
  ]);
}

/** How to see the pods of that machine. */
function modelLine({ topology }: ReferenceReport): string[] {
  return topology === null ? [] : [`its pods: wqbench topology --topology '${topology}'`];
}

function listBlock(report: ReferenceReport, style: Style): string[] {
  const prose = proseFor(style);
  const { name, machine, workload, shows } = report;
  return [
    bold(name, style),
    ...LIST_LINES.map((line) => prose(line({ machine, workload, shows }))),
  ];
}

type Listed = Pick<ReferenceReport, 'machine' | 'workload' | 'shows'>;

const LIST_LINES: readonly ((listed: Listed) => string)[] = [
  ({ machine }) => `machine: ${machine}`,
  ({ workload }) => `workload: ${workload}`,
  ({ shows }) => `shows: ${shows}`,
];

const LIST_COLUMNS = fieldColumns<ReferenceReport>(['name', 'machine', 'workload', 'shows']);

interface NamedFigure extends Figure {
  readonly reference: string;
}

const FIGURE_COLUMNS = fieldColumns<NamedFigure>(
  ['reference', 'table', 'row', 'figure', 'value'],
  ['value'],
);

function figuresOf({ name, figures, sections }: ReferenceReport): NamedFigure[] {
  const all = [...figures, ...sections.flatMap((section) => section.figures())];
  return all.map((figure) => ({ reference: name, ...figure }));
}

function proseFor(style: Style): (text: string) => string {
  const width = Math.min(style.columns ?? WIDEST_PROSE, WIDEST_PROSE);
  return (text) => wrap(style.unicode ? text : toAscii(text), width);
}
