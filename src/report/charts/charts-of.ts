import type { PublishedSweep } from '../../results/reference/reference.js';
import type { Chart, ChartSource } from './chart.js';
import { coreToCoreChart } from './core-to-core/core-to-core-chart.js';
import { histogramsChart } from './latency/histograms-chart.js';
import { latencySeries } from './latency/latency-series.js';
import { spectrumChart } from './latency/spectrum-chart.js';
import { locksChart } from './locks/locks-chart.js';
import { partsChart } from './parts/parts-chart.js';
import { podsChart } from './pods/pods-chart.js';
import { sweepChart } from './sweep/sweep-chart.js';
import { withTellingLabels } from './telling-labels.js';
import { throughputChart } from './throughput/throughput-chart.js';
import { trialsChart } from './trials/trials-chart.js';

/** All charts there is something to draw in, in reading order. */
export function chartsOf(
  results: readonly ChartSource[],
  published: readonly PublishedSweep[],
): Chart[] {
  const sources = withTellingLabels(results);
  const latencies = latencySeries(sources);
  const charts = [
    throughputChart(sources),
    sweepChart(sources, published),
    spectrumChart(sources, latencies),
    histogramsChart(sources, latencies),
    locksChart(sources),
    partsChart(sources),
    trialsChart(sources),
    podsChart(sources),
    coreToCoreChart(sources),
  ];
  return charts.filter((chart) => chart !== null);
}
