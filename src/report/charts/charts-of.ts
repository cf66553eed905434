import type { PublishedSweep } from '../../results/reference.js';
import type { Chart, ChartSource } from './chart.js';

/** All charts there is something to draw in, in reading order. */
export function chartsOf(
  _sources: readonly ChartSource[],
  _published: readonly PublishedSweep[],
): Chart[] {
  return [];
}
