import type { Run } from '../../results/file/run-file.js';
import type { Chart } from '../charts/chart.js';
import { placementSentences } from '../core-to-core/placement-text.js';
import { costTables } from '../run/cost-tables.js';
import { explainRun, headline } from '../run/explain.js';
import { type Footnote, footnotesOf } from '../run/footnotes.js';
import { LOCK_COLUMNS, LOCK_TABLE_TITLE, lockRows, lockSentences } from '../run/lock-table.js';
import { noticesOf } from '../run/notices.js';
import { contextOf } from '../run/render-run.js';
import { mainColumns, rowsOf } from '../run/run-tables.js';
import {
  comparedRows,
  comparisonColumns,
  comparisonTitle,
  spreadColumns,
} from '../run/statistics-tables.js';
import { sweepColumns, sweepRows } from '../run/sweep-table.js';
import { formatCount, formatTime } from '../text/format.js';
import { MOST_BYTES, renderData } from './data-section.js';
import { renderHtmlTable } from './html-table.js';
import { renderMachine } from './machine-section.js';
import { type Html, type HtmlPart, html } from './markup.js';
import { type PageSection, renderChart, renderPage } from './page.js';
import { renderReproduction } from './reproduce-section.js';
import { THREAD_COLUMNS, threadRows } from './thread-columns.js';
import { trialColumns } from './trial-columns.js';
import { renderWarnings, withoutSilenced } from './warnings-section.js';

export interface ReportOptions {
  /** The run has had its names taken out. */
  readonly redacted: boolean;
  /** Most bytes of a file embedded for download. */
  readonly mostBytes?: number;
}

/**
 * A run as one HTML page that needs nothing but itself: no script, no network. Its policy forbids
 * the browser to load anything, so that an oversight could not either.
 */
export function renderReport(
  run: Run,
  charts: readonly Chart[],
  { redacted, mostBytes = MOST_BYTES }: ReportOptions,
): string {
  const shown = withoutSilenced(run);
  const sections: readonly PageSection[] = [
    { id: 'results', title: 'Results', body: renderResults(shown) },
    ...(charts.length > 0
      ? [{ id: 'charts', title: 'Charts', body: html`${charts.map(renderChart)}` }]
      : []),
    { id: 'machine', title: 'The machine', body: renderMachine(shown) },
    { id: 'warnings', title: 'Warnings', body: renderWarnings(shown) },
    { id: 'reading', title: 'How to read the figures', body: renderExplanation(shown) },
    { id: 'reproduce', title: 'How to reproduce', body: renderReproduction(run, redacted) },
    { id: 'data', title: 'Data', body: html`${renderTrials(shown)}${renderData(run, mostBytes)}` },
  ];
  return renderPage({
    toolVersion: run.toolVersion,
    title: 'Worker-pool contention by affinity scope',
    place: `${shown.host}, ${formatTime(shown.startedAt)}`,
    headline: headline(shown),
    notices: noticesOf(shown),
    sections,
  });
}

function renderResults(run: Run): Html {
  const footnotes = footnotesOf(run);
  const sweep = sweepRows(run);
  return html`<p class="muted">${contextOf(run)}</p>
${renderHtmlTable(mainColumns(run, footnotes), rowsOf(run), 'Every configuration')}
${renderFootnotes(footnotes)}
${renderVerdicts(run)}
${sweep.length > 0 ? renderHtmlTable(sweepColumns(sweep), sweep, 'Sweep: cache beside cache_shard') : ''}
${costTables(run).map(({ title, columns, rows }) => renderHtmlTable(columns, rows, title))}
${renderLocks(run)}
${placementSentences(run).map((sentence) => html`<p>${sentence}</p>`)}
${renderHtmlTable(spreadColumns, rowsOf(run), 'Spread of the trials, in items/s')}`;
}

function renderLocks(run: Run): Html {
  const rows = lockRows(run);
  return html`${rows.length > 0 ? renderHtmlTable(LOCK_COLUMNS, rows, LOCK_TABLE_TITLE) : ''}
${lockSentences(run).map((sentence) => html`<p>${sentence}</p>`)}`;
}

function renderVerdicts(run: Run): HtmlPart {
  const compared = comparedRows(run);
  if (compared.length === 0) return '';
  return renderHtmlTable(comparisonColumns, compared, comparisonTitle(run));
}

function renderFootnotes(footnotes: readonly Footnote[]): HtmlPart {
  if (footnotes.length === 0) return '';
  return html`<ul class="footnotes">
${footnotes.map(({ mark, text }) => html`<li>${mark} ${text}</li>`)}
</ul>`;
}

/** Most trials that the page lists. */
const MOST_TRIALS = 1000;

function renderTrials(run: Run): Html {
  const { trials } = run;
  const listed = trials.slice(0, MOST_TRIALS);
  const caption =
    listed.length === trials.length
      ? 'Every trial, as executed'
      : `The first ${formatCount(listed.length)} of ${formatCount(trials.length)} trials, as executed`;
  return html`<details>
<summary>${caption}</summary>
${renderHtmlTable(trialColumns(footnotesOf(run)), listed, caption)}
</details>
${run.kworkers === 'threads' ? renderThreads(listed) : ''}`;
}

/** Every thread of a run that has threads of two kinds. */
function renderThreads(trials: Run['trials']): Html {
  const rows = threadRows(trials).slice(0, MOST_TRIALS);
  const caption = `Threads of each trial${rows.length === MOST_TRIALS ? `, the first ${formatCount(MOST_TRIALS)}` : ''}`;
  return html`<details>
<summary>${caption}</summary>
${renderHtmlTable(THREAD_COLUMNS, rows, caption)}
</details>`;
}

function renderExplanation(run: Run): Html {
  return html`${explainRun(run).map((paragraph) => html`<p>${paragraph}</p>`)}`;
}
