import type { ChartSource } from '../charts/chart.js';
import { noticesOf } from '../run/notices.js';
import { doubtsOf } from '../run/remarks.js';
import { importedContextOf } from '../run/render-imported.js';
import { contextOf, joinBlocks } from '../run/render-run.js';
import { formatNs } from '../text/format.js';
import { renderNotice, renderProse } from '../text/prose.js';
import { bold, type Style } from '../text/style.js';
import { rangeSigns } from './bar.js';
import { beyondSign, type LatencyPlot, latencyPlot } from './latency-rows.js';
import { layOut, type Plot } from './layout.js';
import { plottedGroups } from './plotted-rows.js';
import { sweepPlot } from './sweep-bars.js';
import { throughputPlot } from './throughput-bars.js';

/**
 * Results drawn with characters, as text that ends in a newline. Throws 'bad-result' where a
 * histogram is damaged.
 */
export function renderTerminalPlots(sources: readonly ChartSource[], style: Style): string {
  const groups = plottedGroups(sources);
  const latency = latencyPlot(groups, style.unicode);
  const sweep = sweepPlot(sources, style.unicode);
  return joinBlocks([
    sources.flatMap((source) => introduction(source, sources.length > 1, style)),
    section('items/s', throughputNote(style), throughputPlot(groups, style.unicode), style),
    section('latency of queue_work', latencyNote(latency, style), latency, style),
    sweep ? section('gain of cache_shard over cache', SWEEP_NOTE, sweep, style) : [],
  ]);
}

/** What changes the meaning of the figures, then what they are of. */
function introduction(source: ChartSource, named: boolean, style: Style): string[] {
  const { name, document } = source;
  const notices = document.source === 'imported' ? [] : noticesOf(document);
  const context =
    document.source === 'imported' ? importedContextOf(document) : contextOf(document);
  const prefix = named ? `${name}: ` : '';
  return [
    ...notices.map((notice) => renderNotice(prefix + notice, style)),
    ...[context, ...doubtsOf(document)].map((text) => renderProse(prefix + text, style)),
  ];
}

function section(title: string, note: string, plot: Plot, style: Style): string[] {
  return [bold(title, style), renderProse(note, style), ...layOut(plot, style)];
}

function throughputNote({ unicode }: Style): string {
  return `Of all threads together: the median of the trials, and ${rangeSample(unicode)} its 95 % confidence interval.`;
}

function latencyNote(latency: LatencyPlot, { unicode }: Style): string {
  const { withoutDistribution, beyondNs, hasZero } = latency;
  const bare = withoutDistribution.join(', ');
  return [
    'All calls of the valid trials, on a log scale; columns go by the square root of their part, the fullest of each row being full. The percentiles are medians of the trials.',
    ...(beyondNs === null
      ? []
      : [
          `${beyondSign(unicode)} slower calls, at most 1 in 1,000 of a row, up to ${formatNs(beyondNs)}.`,
        ]),
    ...(bare === ''
      ? []
      : [`No distribution in ${bare}: ${rangeSample(unicode)} from p50 over p90 to p95.`]),
    ...(hasZero ? ['Calls of 0 ns stand at 1 ns.'] : []),
  ].join(' ');
}

function rangeSample(unicode: boolean): string {
  return rangeSigns({ low: 0, middle: 2, high: 4 }, unicode);
}

const SWEEP_NOTE = 'In items/s, by the medians of the trials.';
