import type { ChartSource } from '../charts/chart.js';
import { noticesOf } from '../notices.js';
import { renderNotice, renderProse } from '../prose.js';
import { importedContextOf } from '../render-imported.js';
import { contextOf, joinBlocks } from '../render-run.js';
import { bold, type Style } from '../style.js';
import { type LatencyPlot, latencyPlot } from './latency-rows.js';
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
    renderProse(prefix + context, style),
  ];
}

function section(title: string, note: string, plot: Plot, style: Style): string[] {
  return [bold(title, style), renderProse(note, style), ...layOut(plot, style)];
}

function throughputNote({ unicode }: Style): string {
  const sign = unicode ? '├─┼─┤' : '|-+-|';
  return `Of all threads together: the median of the trials, and ${sign} its 95 % confidence interval.`;
}

function latencyNote({ withoutDistribution, hasZero }: LatencyPlot, { unicode }: Style): string {
  const sign = unicode ? '├─┼─┤' : '|-+-|';
  const bare = withoutDistribution.join(', ');
  return [
    'All calls of the valid trials on a log scale, each row against its own fullest column; a dot is less than 1/16 of that. The percentiles are medians of the trials.',
    ...(bare === '' ? [] : [`No distribution in ${bare}: ${sign} from p50 over p90 to p95.`]),
    ...(hasZero ? ['Calls of 0 ns stand at 1 ns.'] : []),
  ].join(' ');
}

const SWEEP_NOTE = 'In items/s, by the means of the trials.';
