import { type Markish, rect, ruleX, ruleY, text } from '@observablehq/plot';
import { formatNs, formatPercent } from '../../text/format.js';
import type { Chart, ChartSource } from '../chart.js';
import { logAxisTicks, ticksFromZero, X_AXIS_HEIGHT, xAxis, yAxis } from '../drawing/axes.js';
import { INK, MUTED, seriesColour } from '../drawing/chart-style.js';
import { drawChart, type Panel, WIDTH } from '../drawing/frame.js';
import {
  drawableNs,
  formatNsTick,
  type LogDomain,
  logDomain,
  logPlaces,
} from '../drawing/log-scale.js';
import { named } from '../drawing/marks.js';
import { BOLD, lettersIn, shorten, textWidth } from '../drawing/text-size.js';
import { type Distribution, quantileNs } from './distribution.js';
import { type Bin, histogramBins } from './histogram-bins.js';
import type { LatencySeries } from './latency-series.js';

/** How latencies spread, a panel a configuration; null where no result kept its histograms. */
export function histogramsChart(
  sources: readonly ChartSource[],
  series: readonly LatencySeries[],
): Chart | null {
  const known = series.flatMap(({ distribution, ...one }) =>
    distribution ? [{ ...one, distribution }] : [],
  );
  const [first, ...others] = panelsOf(sources, known);
  if (!first) return null;
  return drawChart({
    id: 'latency-histograms',
    title: 'Distribution of queue_work latency',
    subtitle:
      'Share of the calls of all valid trials, against latency; the same scales everywhere.',
    description:
      'Each bar is the share of queue_work calls in a band of latency; bands are equally wide on the log scale, down to whole ns, and the height is the share whatever the width. The dashed line is the p50 of the table, the median over the trials. Bands too rare for a bar to show are left out: the tail is in the percentile spectrum.',
    sources,
    panels: [first, ...others],
  });
}

type Known = LatencySeries & { readonly distribution: Distribution };

interface Cell {
  readonly column: number;
  readonly row: number;
  readonly label: string;
  /** Of its source; null where there is but one. */
  readonly source: string | null;
  readonly colour: string;
  readonly bins: readonly Bin[];
  readonly p50Ns: number;
}

const PLOT_HEIGHT = 84;
const LINE_HEIGHT = 16;
const HEADING_GAP = 10;
const FOOT_HEIGHT = 28;
const MARGIN_LEFT = 46;
const MARGIN_RIGHT = 24;
const MOST_COLUMNS = 4;

const HEADROOM = 1.05;

function panelsOf(sources: readonly ChartSource[], series: readonly Known[]): Panel[] {
  if (series.length === 0) return [];
  const cells = cellsOf(sources, series);
  const bins = cells.flatMap((cell) => cell.bins);
  const values = bins.flatMap(({ lowNs, highNs }) => [lowNs, highNs]);
  const scales: Scales = {
    x: logDomain([...values, ...series.map(({ p50Ns }) => drawableNs(p50Ns))]),
    most: bins.reduce((most, { share }) => Math.max(most, share), 0),
    width: WIDTH / (Math.max(...cells.map(({ column }) => column)) + 1),
  };
  return cells.map((cell) => {
    const below = cells.some(({ column, row }) => column === cell.column && row > cell.row);
    return panelOf(cell, scales, !below);
  });
}

/** A column a source, for a few sources; else as many to a row as stay legible. */
function cellsOf(sources: readonly ChartSource[], series: readonly Known[]): Cell[] {
  const several = sources.length > 1;
  const labels = [...new Set(series.map(({ label }) => label))];
  const rows = labels.map((label) => series.filter((one) => one.label === label));
  const perDecade = binsPerDecade(series);
  const aligned = several && sources.length <= MOST_COLUMNS;
  const columns = Math.min(series.length, 3);
  return rows.flat().map((one, index) => {
    const place = aligned
      ? { column: one.source, row: labels.indexOf(one.label) }
      : { column: index % columns, row: Math.floor(index / columns) };
    const { label, source, p50Ns, distribution } = one;
    return {
      ...place,
      label,
      source: several ? sources[source]!.name : null,
      colour: seriesColour(several ? source : one.index),
      bins: visible(histogramBins(distribution, perDecade)),
      p50Ns,
    };
  });
}

/** So many that a bar is some px wide, fewer in small panels of many. */
function binsPerDecade(series: readonly Known[]): number {
  const low = Math.min(...series.map((one) => quantileNs(one.distribution, 0.005)));
  const high = Math.max(...series.map((one) => quantileNs(one.distribution, 0.995)));
  const decades = Math.log10(drawableNs(high) / drawableNs(low));
  if (series.length > 40 || decades > 4) return 5;
  return decades > 1.5 ? 10 : 20;
}

/** Without those whose bar would be under half a px high beside the highest of its panel. */
function visible(bins: readonly Bin[]): Bin[] {
  const most = bins.reduce((most, { share }) => Math.max(most, share), 0);
  return bins.filter(({ share }) => share * 2 * PLOT_HEIGHT >= most);
}

interface Scales {
  readonly x: LogDomain;
  readonly most: number;
  readonly width: number;
}

function panelOf(cell: Cell, { x, most, width }: Scales, lowest: boolean): Panel {
  const marginTop = HEADING_GAP + LINE_HEIGHT * (cell.source === null ? 1 : 2);
  const marginBottom = lowest ? X_AXIS_HEIGHT : FOOT_HEIGHT;
  const { placeOf } = logPlaces(x, width - MARGIN_LEFT - MARGIN_RIGHT);
  return {
    x: cell.column * width,
    y: cell.row * (marginTop + PLOT_HEIGHT + FOOT_HEIGHT),
    width,
    height: marginTop + PLOT_HEIGHT + marginBottom,
    options: {
      marginLeft: MARGIN_LEFT,
      marginRight: MARGIN_RIGHT,
      marginTop,
      marginBottom,
      x: { type: 'log', domain: [x.low, x.high] },
      y: { domain: [0, most * HEADROOM] },
      marks: [
        xAxis({
          label: lowest ? 'latency (log scale)' : null,
          ticks: logAxisTicks(x, placeOf),
          format: formatNsTick,
        }),
        yAxis({ label: null, ticks: ticksFromZero(most, 3), format: formatShare }, MARGIN_LEFT),
        headingMarks(cell, width - MARGIN_RIGHT - 8),
        cellMarks(cell),
      ],
    },
  };
}

/** The label, its source below it if there are several, and the p50 on the right. */
function headingMarks({ label, source, p50Ns }: Cell, width: number): Markish[] {
  const p50 = formatP50(p50Ns);
  const beside = width - textWidth(p50) - 8;
  const above = { frameAnchor: 'top-left', textAnchor: 'start', dx: 8 - MARGIN_LEFT } as const;
  const dy = -HEADING_GAP - 4;
  const name =
    source === null
      ? text([shorten(label, lettersIn(beside / BOLD))], { ...above, dy, fontWeight: 600 })
      : [
          text([shorten(label, lettersIn(width / BOLD))], {
            ...above,
            dy: dy - LINE_HEIGHT,
            fontWeight: 600,
          }),
          text([shorten(source, lettersIn(beside))], { ...above, dy }),
        ];
  return [name, text([p50], { frameAnchor: 'top-right', textAnchor: 'end', dy })];
}

function cellMarks({ label, source, colour, bins, p50Ns }: Cell): Markish[] {
  const name = source === null ? label : `${label}, ${source}`;
  return [
    rect(bins, {
      x1: 'lowNs',
      x2: 'highNs',
      y1: 0,
      y2: 'share',
      fill: colour,
      title: (bin: Bin) => `${name}: ${formatBin(bin)} of calls`,
      render: named('bin'),
    }),
    ruleY([0], { stroke: MUTED }),
    ruleX([drawableNs(p50Ns)], {
      stroke: INK,
      strokeDasharray: '3 2',
      title: () => `${name}: ${formatP50(p50Ns)}, median over the trials`,
      render: named('p50'),
    }),
  ];
}

function formatP50(ns: number): string {
  return `p50 ${formatNs(ns)}`;
}

function formatBin({ lowNs, highNs, share }: Bin): string {
  const from = lowNs <= 1 ? 'less' : formatNs(lowNs);
  return `${from} to under ${formatNs(highNs)}, ${formatPercent(share)}`;
}

function formatShare(share: number): string {
  return `${+(share * 100).toPrecision(3)} %`;
}
