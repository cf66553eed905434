import { mergeHistograms } from '../../results/histograms/histograms.js';
import { type RecordedCount, recordedCounts } from '../../results/histograms/recorded-counts.js';
import { trialHistograms } from '../../results/histograms/trial-histograms.js';
import { SHOWN_PERCENTILES } from '../run/figure-columns.js';
import { formatNs } from '../text/format.js';
import { type Axis, beforeLastCell, cellOf, logAxis } from './axis.js';
import { type Drawing, drawing, rangeSigns } from './bar.js';
import type { Plot } from './layout.js';
import { linesOf, type PlottedGroup, type PlottedRow } from './plotted-rows.js';
import { NO_VALID_TRIAL } from './throughput-bars.js';

export interface LatencyPlot extends Plot {
  /** Names of the sources of which only percentiles are known, at least of one configuration. */
  readonly withoutDistribution: readonly string[];
  /** The slowest call of all where the axis ends before it; null where it does not. */
  readonly beyondNs: number | null;
  /** Some calls took no time that the clock could see. */
  readonly hasZero: boolean;
}

/** The latencies of `queue_work` of every row as a histogram of log-wide columns. */
export function latencyPlot(groups: readonly PlottedGroup[], unicode: boolean): LatencyPlot {
  const rows = groups.flatMap((group) => group.rows);
  const shapes = new Map(rows.map((row) => [row, shapeOf(row)]));
  const values = [...shapes.values()].flatMap(endsOf);
  const slowestNs = Math.max(...[...shapes.values()].map(slowestOf));
  const axisEndNs = axisEnd(Math.max(...values), slowestNs);
  const axis = beforeLastCell(logAxis(Math.min(...values), axisEndNs + 1, formatNs));
  const bare = rows.filter((row) => shapes.get(row)?.kind === 'percentiles');
  return {
    titles: SHOWN_PERCENTILES,
    groups: linesOf(groups, (row) => ({
      figures: SHOWN_PERCENTILES.map((name) =>
        row.summary.queueNs ? formatNs(row.summary.queueNs[name]) : '',
      ),
      draw: (width) => drawShape(shapes.get(row)!, { axis, axisEndNs }, width, unicode),
    })),
    axis: values.length > 0 ? axis : null,
    withoutDistribution: [...new Set(bare.map(({ source }) => source.name))],
    beyondNs: slowestNs > axisEndNs ? slowestNs : null,
    hasZero: values.some((ns) => ns < 1),
  };
}

type Percentiles = Readonly<Record<(typeof SHOWN_PERCENTILES)[number], number>>;

/** What is known of the latencies of a row. */
type Shape =
  | { readonly kind: 'counts'; readonly counts: readonly RecordedCount[] }
  | { readonly kind: 'percentiles'; readonly percentiles: Percentiles }
  | { readonly kind: 'nothing' };

function shapeOf({ source, label, summary: { queueNs } }: PlottedRow): Shape {
  if (!queueNs) return { kind: 'nothing' };
  const { document, name } = source;
  if (document.source === 'imported') return { kind: 'percentiles', percentiles: queueNs };
  // The others are passed over, not left out: places named in errors count all trials.
  const trials = document.trials.map((trial) => ({
    ...trial,
    valid: trial.valid && trial.label === label,
  }));
  if (trials.some(({ valid, histograms }) => valid && histograms === null)) {
    return { kind: 'percentiles', percentiles: queueNs };
  }
  const own = trialHistograms({ ...document, trials }, name);
  const queue = own.filter(({ series }) => series === 'queueNs');
  const merged = mergeHistograms(queue.map(({ histogram }) => histogram));
  return { kind: 'counts', counts: recordedCounts(merged) };
}

/** A few calls of any run are so slow that an axis up to them has no room for the others. */
const PART_ON_AXIS = 0.999;

/** Between them the axis has to reach. */
function endsOf(shape: Shape): number[] {
  switch (shape.kind) {
    case 'counts':
      return [shape.counts[0]?.value ?? 0, valueBelowWhich(PART_ON_AXIS, shape.counts)];
    case 'percentiles':
      return [shape.percentiles.p50, shape.percentiles.p95];
    case 'nothing':
      return [];
  }
}

/** Where little more leads up to the slowest call, it is on the axis, too. */
function axisEnd(reachNs: number, slowestNs: number): number {
  return slowestNs <= 2 * reachNs ? Math.max(reachNs, slowestNs) : reachNs;
}

function slowestOf(shape: Shape): number {
  return shape.kind === 'counts' ? (shape.counts.at(-1)?.value ?? 0) : 0;
}

function valueBelowWhich(part: number, counts: readonly RecordedCount[]): number {
  const total = counts.reduce((sum, { count }) => sum + count, 0);
  let below = 0;
  for (const { value, count } of counts) {
    below += count;
    if (below >= part * total) return value;
  }
  return 0;
}

interface Extent {
  readonly axis: Axis;
  readonly axisEndNs: number;
}

function drawShape(shape: Shape, extent: Extent, width: number, unicode: boolean): Drawing {
  switch (shape.kind) {
    case 'counts':
      return drawing(columnsOf(shape.counts, extent, width, unicode), width);
    case 'percentiles': {
      const { p50, p90, p95 } = shape.percentiles;
      const [low, middle, high] = [p50, p90, p95].map((ns) => cellOf(extent.axis, ns, width));
      const range = { low: low!, middle: middle!, high: high! };
      return drawing(' '.repeat(range.low) + rangeSigns(range, unicode), width);
    }
    case 'nothing':
      return drawing(NO_VALID_TRIAL, width);
  }
}

/** From few to many; the first is for what would round to nothing. */
const HEIGHTS = { unicode: '.▁▂▃▄▅▆▇█', ascii: '.:-=+*#%@' } as const;

/** Heights go by square roots (a rootogram), since columns of a few percent matter here. */
function columnsOf(
  counts: readonly RecordedCount[],
  { axis, axisEndNs }: Extent,
  width: number,
  unicode: boolean,
): string {
  const cells: number[] = Array(width - 1).fill(0);
  for (const { value, count } of counts) {
    if (value <= axisEndNs) cells[cellOf(axis, value, width)]! += count;
  }
  const most = Math.max(...cells);
  const heights = unicode ? HEIGHTS.unicode : HEIGHTS.ascii;
  const highest = heights.length - 1;
  const columns = cells.map((count) =>
    count === 0 ? ' ' : heights[Math.round(Math.sqrt(count / most) * highest)],
  );
  const beyond = (counts.at(-1)?.value ?? 0) > axisEndNs;
  return columns.join('') + (beyond ? beyondSign(unicode) : ' ');
}

/** Stands for calls slower than the axis reaches. */
export function beyondSign(unicode: boolean): string {
  return unicode ? '»' : '>';
}
