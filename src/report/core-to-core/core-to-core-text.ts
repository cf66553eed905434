import type { PairLatency } from '../../results/file/pair-latency-schema.js';
import type { Column } from '../text/columns.js';
import { formatCount, formatNs, formatPercent } from '../text/format.js';
import { bold, type Style } from '../text/style.js';
import { renderTextTable } from '../text/text-table.js';
import type { CoreToCoreReport, DistanceSummary } from './core-to-core-report.js';
import { latencyMap } from './latency-map.js';

/** Width to keep within where the place has none of its own. */
const USUAL_WIDTH = 100;

/** Latencies for people: every pair in a matrix where it fits, as a heat map, and by distance. */
export function renderCoreToCore(report: CoreToCoreReport, style: Style): string[] {
  const { pairs, roundTripsPerSample } = report;
  const counts = pairs.map(({ samples }) => samples).sort((a, b) => a - b);
  const [least = 0, most = 0] = [counts[0], counts.at(-1)];
  const samples = `${formatCount(least)}${least === most ? '' : ` to ${formatCount(most)}`} samples`;
  const width = style.columns ?? USUAL_WIDTH;
  return [
    bold('core-to-core: round trip of a cache line between two CPUs, in ns', style),
    `median of ${samples} a pair, each of ${roundTripsPerSample} round trips; one way is half`,
    ...figures(pairs, width),
    ...(pairs.length > 1 ? ['', ...latencyMap(pairs, width, style.unicode)] : []),
    renderTextTable(COLUMNS, report.distances, style),
  ];
}

/** Nothing where they need more than `width`. */
function figures(pairs: readonly PairLatency[], width: number): string[] {
  const cpus = cpusOf(pairs);
  const text = new Map(
    pairs.flatMap(({ cpus: [a, b], medianNs }) => [
      [`${a} ${b}`, medianNs.toFixed(0)],
      [`${b} ${a}`, medianNs.toFixed(0)],
    ]),
  );
  const cell = Math.max(...[...text.values(), ...cpus.map(String)].map(({ length }) => length)) + 2;
  const rowWidth = Math.max(cell, 'CPU'.length);
  if (rowWidth + cpus.length * cell > width) return [];
  const line = (head: string, cells: readonly string[]) =>
    `${head.padStart(rowWidth)}${cells.map((each) => each.padStart(cell)).join('')}`;
  return [
    line('CPU', cpus.map(String)),
    ...cpus.map((row) =>
      line(
        `${row}`,
        cpus.map((column) => text.get(`${row} ${column}`) ?? '-'),
      ),
    ),
  ];
}

/** CPUs of the pairs, ascending. */
function cpusOf(pairs: readonly PairLatency[]): number[] {
  return [...new Set(pairs.flatMap(({ cpus }) => cpus))].sort((a, b) => a - b);
}

const COLUMNS: readonly Column<DistanceSummary>[] = [
  {
    title: 'declared',
    align: 'left',
    text: ({ distance }) => distance,
    field: 'distance',
    raw: ({ distance }) => distance,
  },
  {
    title: 'pairs',
    align: 'right',
    text: ({ pairs }) => formatCount(pairs),
    field: 'pairs',
    raw: ({ pairs }) => pairs,
  },
  {
    title: 'nearest',
    align: 'right',
    text: ({ minNs }) => formatNs(minNs),
    field: 'min_ns',
    raw: ({ minNs }) => minNs,
  },
  {
    title: 'median',
    align: 'right',
    text: ({ medianNs }) => formatNs(medianNs),
    field: 'median_ns',
    raw: ({ medianNs }) => medianNs,
  },
  {
    title: 'furthest',
    align: 'right',
    text: ({ maxNs }) => formatNs(maxNs),
    field: 'max_ns',
    raw: ({ maxNs }) => maxNs,
  },
  {
    title: 'p10-p90 of a pair',
    align: 'right',
    text: ({ spread }) => formatPercent(spread),
    field: 'spread',
    raw: ({ spread }) => spread,
  },
];
