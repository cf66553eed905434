import type { KernelRun, KernelTrial } from '../../results/kernel/kernel-run.js';
import type { Chart } from '../charts/chart.js';
import { renderFacts, renderHtmlTable } from '../html/html-table.js';
import { environmentFacts } from '../html/machine-section.js';
import { type Html, html } from '../html/markup.js';
import { type PageSection, renderChart, renderPage } from '../html/page.js';
import { type Column, numberColumn, wordColumn } from '../text/columns.js';
import { formatTime } from '../text/format.js';
import { figureTitle, formatFigure, kernelColumns } from './kernel-tables.js';
import { explainKernel, kernelContext, kernelHeadline, kernelNotices } from './render-kernel.js';

/** A sweep of the kernel's knob as one HTML page that needs nothing but itself. */
export function renderKernelPage(run: KernelRun, charts: readonly Chart[]): string {
  const sections: readonly PageSection[] = [
    { id: 'results', title: 'Results', body: renderResults(run) },
    { id: 'charts', title: 'Charts', body: html`${charts.map(renderChart)}` },
    {
      id: 'machine',
      title: 'The machine',
      body: renderFacts(environmentFacts(run.environment), 'Environment'),
    },
    {
      id: 'reading',
      title: 'How to read the figures',
      body: html`${explainKernel(run).map((text) => html`<p>${text}</p>`)}`,
    },
    { id: 'data', title: 'Data', body: renderTrials(run) },
  ];
  return renderPage({
    toolVersion: run.toolVersion,
    title: 'A command under each affinity scope of this kernel',
    place: `${run.host}, ${formatTime(run.startedAt)}`,
    headline: kernelHeadline(run),
    notices: kernelNotices(run),
    sections,
  });
}

function renderResults(run: KernelRun): Html {
  const warnings = run.warnings.filter(({ code }) => !run.silenced.includes(code));
  return html`<p class="muted">${kernelContext(run)}</p>
${renderHtmlTable(kernelColumns(run), run.summary, 'Every scope')}
${warnings.map(({ code, message }) => html`<p>${code}: ${message}</p>`)}`;
}

function renderTrials(run: KernelRun): Html {
  return renderHtmlTable(trialColumns(run), run.trials, 'Every trial, as executed');
}

function trialColumns({ figure }: KernelRun): Column<KernelTrial>[] {
  return [
    numberColumn('round', 'round', ({ round }) => round, String),
    wordColumn('scope', 'label', ({ label }) => label),
    numberColumn<KernelTrial>(
      figureTitle(figure),
      'value',
      ({ value }) => value,
      (value) => formatFigure(figure, value),
    ),
    numberColumn(
      'wall time',
      'wall_s',
      ({ wallSeconds }) => wallSeconds,
      (s) => `${s.toFixed(2)} s`,
    ),
    numberColumn('%usr', 'cpu_user_percent', ({ cpuUse }) => cpuUse?.userPercent ?? null, percent),
    numberColumn(
      '%sys',
      'cpu_system_percent',
      ({ cpuUse }) => cpuUse?.systemPercent ?? null,
      percent,
    ),
    numberColumn(
      '%steal',
      'cpu_steal_percent',
      ({ cpuUse }) => cpuUse?.stealPercent ?? null,
      percent,
    ),
  ];
}

function percent(value: number): string {
  return `${value.toFixed(1)} %`;
}
