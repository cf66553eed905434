import type { PublishedSweep } from '../../results/reference.js';
import type { Chart, ChartSource } from './chart.js';
import { coreToCoreChart } from './core-to-core-chart.js';
import { histogramsChart } from './histograms-chart.js';
import { latencySeries } from './latency-series.js';
import { podsChart } from './pods-chart.js';
import { spectrumChart } from './spectrum-chart.js';
import { sweepChart } from './sweep-chart.js';
import { throughputChart } from './throughput-chart.js';
import { trialsChart } from './trials-chart.js';

/** All charts there is something to draw in, in reading order. */
export function chartsOf(
  sources: readonly ChartSource[],
  published: readonly PublishedSweep[],
): Chart[] {
  const latencies = latencySeries(sources);
  const charts = [
    throughputChart(sources),
    sweepChart(sources, published),
    spectrumChart(sources, latencies),
    histogramsChart(sources, latencies),
    trialsChart(sources),
    podsChart(sources),
    coreToCoreChart(sources),
  ];
  return charts.filter((chart) => chart !== null);
}
