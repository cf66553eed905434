import {
  type ComparedRow,
  regressionsIn,
  type SetComparison,
  unjudgedIn,
} from '../../results/compare/compare-sets.js';
import type { Facts, ResultSet } from '../../results/result-set.js';
import { MIN_TRIALS } from '../../results/statistics/comparison.js';
import type { TableFormat } from '../formats.js';
import { joinBlocks } from '../run/render-run.js';
import { renderCsv } from '../text/csv.js';
import { formatCounted, formatPercent } from '../text/format.js';
import { escapeMarkdown, renderMarkdownTable } from '../text/markdown.js';
import { type Style, toAscii } from '../text/style.js';
import { renderTextTable } from '../text/text-table.js';
import { WIDEST_PROSE, wrap } from '../text/wrap.js';
import { comparisonTables } from './compare-tables.js';

export const COMPARISON_SCHEMA_VERSION = 1;

/** A comparison with what has to be known of each source, a list a source. */
export interface RemarkedComparison extends SetComparison {
  readonly remarks: readonly (readonly string[])[];
}

/** A comparison as text that ends in a newline. */
export function renderComparison(
  comparison: RemarkedComparison,
  format: TableFormat,
  style: Style,
): string {
  switch (format) {
    case 'table':
      return renderText(comparison, style);
    case 'markdown':
      return renderMarkdown(comparison);
    case 'csv':
      return renderComparisonCsv(comparison);
  }
}

/** The comparison as one JSON document that ends in a newline. */
export function comparisonJson(comparison: RemarkedComparison): string {
  const { sets, remarks, basis, threshold, differences, rows } = comparison;
  const document = {
    schemaVersion: COMPARISON_SCHEMA_VERSION,
    basis,
    threshold,
    sets: sets.map(({ name, origin, facts, baseline }, index) => {
      return { name, origin, facts, baseline, remarks: remarks[index] };
    }),
    differences,
    rows,
    regressions: regressionsIn(comparison).map(({ names }) => names),
    unjudged: unjudgedIn(comparison),
  };
  return `${JSON.stringify(document, null, 1)}\n`;
}

function renderText(comparison: RemarkedComparison, style: Style): string {
  const width = Math.min(style.columns ?? WIDEST_PROSE, WIDEST_PROSE);
  const prose = (text: string) => wrap(style.unicode ? text : toAscii(text), width);
  return joinBlocks([
    legendOf(comparison).map(prose),
    ...tablesOf(comparison).map(({ title, columns, rows }) => [
      prose(title),
      renderTextTable(columns, rows, style),
    ]),
    notesOf(comparison).map(prose),
  ]);
}

function renderMarkdown(comparison: RemarkedComparison): string {
  return joinBlocks([
    legendOf(comparison).map((line) => `- ${escapeMarkdown(line)}`),
    ...tablesOf(comparison).flatMap(({ title, columns, rows }) => [
      [`**${escapeMarkdown(title)}**`],
      [renderMarkdownTable(columns, rows)],
    ]),
    notesOf(comparison).map((note) => `- ${escapeMarkdown(note)}`),
  ]);
}

/** One table after the other, each under its title as a comment. */
function renderComparisonCsv(comparison: RemarkedComparison): string {
  const comments = (texts: readonly string[]) =>
    texts.map((text) => `# ${text.replaceAll(/\s*[\r\n]+\s*/g, ' ')}\r\n`).join('');
  const tables = tablesOf(comparison).map(
    ({ title, columns, rows }) => comments([title]) + renderCsv(columns, rows),
  );
  return comments(legendOf(comparison)) + tables.join('') + comments(notesOf(comparison));
}

function tablesOf(comparison: SetComparison) {
  return comparisonTables(comparison, (index) => comparison.sets[index]!.name);
}

/** What each source is in a line, and what has to be known of it. */
function legendOf({ sets, remarks }: RemarkedComparison): string[] {
  return sets.flatMap((set, index) => [
    [`${set.name}: ${set.origin}`, ...factsOf(set)].join(' · '),
    ...remarks[index]!.map((remark) => `${set.name}: ${remark}`),
  ]);
}

function factsOf({ facts }: ResultSet): string[] {
  const { cpuModel, threads, itemsPerThread, lock, kworkers } = facts;
  return [
    ...(cpuModel === null ? [] : [cpuModel]),
    ...(threads === null ? [] : [formatCounted(threads, 'thread')]),
    ...(itemsPerThread === null ? [] : [`${formatCounted(itemsPerThread, 'item')}/thread`]),
    ...(lock === null ? [] : [`lock ${lock}`]),
    ...(kworkers === null ? [] : [`kworkers ${kworkers}`]),
  ];
}

function notesOf(comparison: SetComparison): string[] {
  return [
    ...comparison.differences.map(differenceNote),
    ...missingNote(comparison),
    comparison.basis === 'shape' ? SHAPE_NOTE : figuresNote(comparison),
    ...originNote(comparison),
  ];
}

/** How people call the facts of which figures depend. */
export const FACT_NAMES: Readonly<Record<keyof Facts, string>> = {
  schemaVersion: 'schema of the file',
  workload: 'workload',
  threads: 'threads',
  itemsPerThread: 'items per thread',
  sampleEvery: 'timed items (--sample)',
  lock: 'lock',
  kworkers: 'kworkers mode',
  depth: 'items in flight',
  arrivalsPerSecond: 'arrivals of an open loop',
  pinning: 'pinning',
  cpuModel: 'CPU model',
};

function differenceNote({ fact, values }: SetComparison['differences'][number]): string {
  const told = values.map((value) => value ?? 'unknown').join(' against ');
  return `Compared by force although they differ in ${FACT_NAMES[fact]}: ${told}.`;
}

function missingNote({ rows, sets }: SetComparison): string[] {
  return sets.flatMap(({ name }, index) => {
    const lacking = (lack: 'configuration' | 'valid trial') =>
      rows.filter(({ lacks }) => lacks[index] === lack).map(rowName);
    return [
      ...sentence(`Not in ${name}`, lacking('configuration')),
      ...sentence(`No valid trial in ${name}`, lacking('valid trial')),
    ];
  });
}

function sentence(start: string, names: readonly string[]): string[] {
  return names.length === 0 ? [] : [`${start}: ${names.join('; ')}.`];
}

const SHAPE_NOTE =
  'Ratios and shape only: a published table is of another machine, so each figure stands over that of cache on its own machine, and the change says how much the two ratios differ. There is no verdict.';

function figuresNote({ threshold }: SetComparison): string {
  return `Medians over the trials. ~: no difference that the trials prove, or none above ${formatPercent(threshold)}. A verdict needs ${MIN_TRIALS} trials on each side, a 95 % confidence interval of the ratio that leaves out "no change", a U test at 1 %, and a change above the threshold. Trials of one run share what the machine was like at the time: before a difference of some percent is believed, measure both again, in turn.`;
}

function originNote({ sets }: SetComparison): string[] {
  const origins = new Set(sets.map(({ origin }) => origin));
  if (!origins.has('imported') || origins.size === 1) return [];
  return [
    'A kernel log and a run in userspace are of different code: the change says how far apart the two are, not that one of them got worse.',
  ];
}

function rowName({ names }: ComparedRow): string {
  return names.join(', ');
}
