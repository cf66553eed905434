import type { KernelRun } from '../../results/kernel/kernel-run.js';
import { MIN_TRIALS } from '../../results/statistics/comparison.js';
import type { TableFormat } from '../formats.js';
import { joinBlocks, type ReportStyle } from '../run/render-run.js';
import { renderCsv } from '../text/csv.js';
import { formatCounted } from '../text/format.js';
import { escapeMarkdown, renderMarkdownTable } from '../text/markdown.js';
import { renderNotice, renderProse } from '../text/prose.js';
import { renderTextTable } from '../text/text-table.js';
import { figureTitle, formatFigure, kernelColumns } from './kernel-tables.js';

/** A sweep of the kernel's own knob, as text that ends in a newline. */
export function renderKernelRun(run: KernelRun, format: TableFormat, style: ReportStyle): string {
  const notes = [
    ...run.warnings
      .filter(({ code }) => !run.silenced.includes(code))
      .map(({ code, message }) => `${code}: ${message}`),
    ...(style.explain ? [kernelHeadline(run), ...explainKernel(run)] : []),
  ];
  switch (format) {
    case 'table':
      return joinBlocks([
        kernelNotices(run).map((notice) => renderNotice(notice, style)),
        [
          renderProse(kernelContext(run), style),
          renderTextTable(kernelColumns(run), run.summary, style),
        ],
        notes.map((note) => renderProse(note, style)),
      ]);
    case 'markdown':
      return joinBlocks([
        kernelNotices(run).map((notice) => `> **${escapeMarkdown(notice)}**`),
        [escapeMarkdown(kernelContext(run))],
        [renderMarkdownTable(kernelColumns(run), run.summary)],
        notes.map((note) => `- ${escapeMarkdown(note)}`),
      ]);
    case 'csv':
      return renderCsv(kernelColumns(run), run.summary);
  }
}

export function kernelNotices({ partial, trials }: KernelRun): string[] {
  return partial ? [`PARTIAL: stopped after ${formatCounted(trials.length, 'trial')}.`] : [];
}

/** What ran, where and how, in a line. */
export function kernelContext(run: KernelRun): string {
  const { environment, knob, swept, toolVersion, host, summary } = run;
  return [
    `wqbench ${toolVersion}`,
    `${environment.cpuModel ?? host}, Linux ${environment.kernel ?? 'unknown'}`,
    knob === 'default' ? 'default affinity scope' : `workqueue ${knob}`,
    formatCounted(Math.max(...summary.map(({ n }) => n)), 'trial'),
    swept.join(' '),
  ].join(' · ');
}

/** The best median, with no more certainty than the trials give. */
export function kernelHeadline(run: KernelRun): string {
  const { figure, summary, baseline } = run;
  const known = summary.flatMap(({ label, value, comparison }) =>
    value === null ? [] : [{ label, median: value.median, comparison }],
  );
  const [first, ...others] = known;
  if (first === undefined) return 'There is no trial, so no figure to go by.';
  const best = others.reduce((one, other) => {
    const better =
      figure.better === 'higher' ? other.median > one.median : other.median < one.median;
    return better ? other : one;
  }, first);
  const fact = `Best median ${figureTitle(figure)}: ${best.label}, ${formatFigure(figure, best.median)}`;
  if (best.label === baseline || baseline === null) return `${fact}.`;
  switch (best.comparison?.verdict) {
    case 'better':
      return `${fact}: better than ${baseline}.`;
    case 'n-too-small':
      return `${fact}; a verdict takes --trials ${MIN_TRIALS} or more.`;
    default:
      return `${fact}, but the trials do not prove a difference from ${baseline}.`;
  }
}

export function explainKernel({ knob, figure }: KernelRun): string[] {
  const reach =
    knob === 'default'
      ? 'The default affinity scope is that of all unbound workqueues without one of their own; what the command does elsewhere, the knob does not touch.'
      : `Only the pools of workqueue ${knob} were cut anew.`;
  return [
    `Each row is the whole command under one scope of the running kernel, ${figure.better} being better; trials of the same round are paired.`,
    reach,
  ];
}
