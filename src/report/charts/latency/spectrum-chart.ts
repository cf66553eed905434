import { dot, line, type Markish } from '@observablehq/plot';
import { formatCounted, formatNs } from '../../text/format.js';
import type { Chart, ChartSource } from '../chart.js';
import { uncrowded, X_AXIS_HEIGHT, xAxis, yAxis } from '../drawing/axes.js';
import { seriesColour, seriesDash } from '../drawing/chart-style.js';
import {
  endLabels,
  endLabelsWidth,
  LABEL_GAP,
  type LineEnd,
  type PlotPlaces,
} from '../drawing/end-labels.js';
import { drawChart, type Panel, WIDTH } from '../drawing/frame.js';
import {
  drawableNs,
  formatNsTick,
  type LogDomain,
  logDomain,
  logPlaces,
  logTicks,
} from '../drawing/log-scale.js';
import { named } from '../drawing/marks.js';
import { shorten } from '../drawing/text-size.js';
import { quantileNs } from './distribution.js';
import type { LatencySeries } from './latency-series.js';

/** Latency against percentile, a line a configuration and a panel a source; null without any. */
export function spectrumChart(
  sources: readonly ChartSource[],
  series: readonly LatencySeries[],
): Chart | null {
  const curves = series.map(curveOf);
  const [first, ...others] = panelsOf(sources, curves);
  if (!first) return null;
  const kinds = [
    ...(curves.some(({ distribution }) => distribution)
      ? ['lines: the calls of all valid trials of a configuration together']
      : []),
    ...(curves.some(({ distribution }) => !distribution)
      ? ['dots: percentiles of the table, medians over the trials']
      : []),
  ];
  return drawChart({
    id: 'percentile-spectrum',
    title: 'Latency of queue_work by percentile',
    subtitle: `The queue_work call alone; ${kinds.join('; ')}.`,
    description:
      'A line says which part of the calls took at most how long; the further right, the rarer and slower the calls.',
    sources,
    panels: [first, ...others],
  });
}

interface Curve extends LatencySeries {
  readonly points: readonly Point[];
  readonly colour: string;
  readonly dash: string | undefined;
  readonly title: string;
}

interface Point {
  /** Of so many calls, one took longer: 1 / (1 - q). */
  readonly oneIn: number;
  readonly ns: number;
  readonly q: number;
}

function curveOf(series: LatencySeries): Curve {
  const { distribution, index, label, percentiles } = series;
  const points = distribution
    ? distributionPoints(distribution)
    : percentiles.map(({ q, ns }) => ({ q, ns, oneIn: 1 / (1 - q) }));
  const figures = distribution
    ? TOLD.map((q) => figureOf(q, quantileNs(distribution, q)))
    : percentiles.map(({ q, ns }) => figureOf(q, ns));
  const count = distribution ? `, ${formatCounted(distribution.total, 'call')}` : '';
  return {
    ...series,
    points,
    colour: seriesColour(index),
    dash: seriesDash(index),
    title: `${label}: ${figures.join(', ')}${count}`,
  };
}

const TOLD = [0.5, 0.9, 0.99, 0.999, 1] as const;

function figureOf(q: number, ns: number): string {
  return q === 1 ? `max ${formatNs(ns)}` : `p${+(q * 100).toFixed(1)} ${formatNs(ns)}`;
}

/** Finer would not show: the axis has some tens of px for a doubling. */
const POINTS_PER_DOUBLING = 5;

/** From all calls to the last one in `total`; points on a level stretch are left out. */
function distributionPoints(distribution: NonNullable<LatencySeries['distribution']>): Point[] {
  const steps = Math.ceil(Math.log2(distribution.total) * POINTS_PER_DOUBLING);
  const points = Array.from({ length: steps + 1 }, (_, step) => {
    const oneIn = distribution.total ** (steps === 0 ? 0 : step / steps);
    const q = 1 - 1 / oneIn;
    return { oneIn, q, ns: quantileNs(distribution, q) };
  });
  return points.filter(
    ({ ns }, index) => ns !== points[index - 1]?.ns || ns !== points[index + 1]?.ns,
  );
}

const LEAST_HEIGHT = 320;
const MARGIN_LEFT = 64;
const MARGIN_TOP = 34;
const LONGEST_NAME = 60;

/** A panel a source, all on the same scales. */
function panelsOf(sources: readonly ChartSource[], curves: readonly Curve[]): Panel[] {
  const points = curves.flatMap((curve) => curve.points);
  const groups = sources.map((_, source) => curves.filter((curve) => curve.source === source));
  const most = Math.max(...groups.map((group) => group.length));
  const height = Math.max(LEAST_HEIGHT, most * LABEL_GAP);
  const width = WIDTH - MARGIN_LEFT - endLabelsWidth(curves.map(({ label }) => label));
  const x = { low: 1, high: Math.max(10, ...points.map(({ oneIn }) => oneIn)) };
  const y = logDomain(points.map(({ ns }) => drawableNs(ns)));
  const places = { x: logPlaces(x, width), y: logPlaces(y, height), width, height };
  const shown = groups.flatMap((group, source) =>
    group.length === 0 ? [] : [{ group, name: sources.length > 1 ? sources[source]!.name : null }],
  );
  return shown.map(({ group, name }, index) => {
    const panel = panelOf(group, { x, y, places }, name);
    return { ...panel, y: index * (panel.height + 10) };
  });
}

interface Scales {
  readonly x: LogDomain;
  readonly y: LogDomain;
  readonly places: PlotPlaces;
}

function panelOf(curves: readonly Curve[], { x, y, places }: Scales, name: string | null): Panel {
  const { width, height } = places;
  const latency =
    name === null ? 'latency (log scale)' : `${shorten(name, LONGEST_NAME)}: latency (log scale)`;
  return {
    height: MARGIN_TOP + height + X_AXIS_HEIGHT,
    options: {
      marginLeft: MARGIN_LEFT,
      marginRight: WIDTH - MARGIN_LEFT - width,
      marginTop: MARGIN_TOP,
      marginBottom: X_AXIS_HEIGHT,
      x: { type: 'log', domain: [x.low, x.high] },
      y: { type: 'log', domain: [y.low, y.high] },
      marks: [
        xAxis({
          label: 'percentile of calls (log scale in 1 / (1 − percentile))',
          ticks: percentileTicks(x.high, places.x.placeOf),
          format: formatPercentile,
        }),
        yAxis({ label: latency, ticks: logTicks(y), format: formatNsTick }, MARGIN_LEFT),
        curves.map(curveMarks),
        endLabels(curves.map(endOf), places),
      ],
    },
  };
}

function endOf({ label, colour, points }: Curve): LineEnd {
  const { oneIn, ns } = points.at(-1)!;
  return { text: label, colour, x: oneIn, y: drawableNs(ns) };
}

/** 1/(1-q) of the round percentiles, those between the nines where all have room. */
function percentileTicks(most: number, placeOf: (oneIn: number) => number): number[] {
  const nines = Array.from(
    { length: Math.floor(Math.log10(most) + 1e-9) },
    (_, k) => 10 ** (k + 1),
  );
  const between = nines.flatMap((nine) => [nine, 2 * nine]).filter((tick) => tick <= most);
  const all = uncrowded([2, ...between], formatPercentile, placeOf);
  return all.length > between.length ? all : uncrowded([2, ...nines], formatPercentile, placeOf);
}

/** `99.9 %`, with just the digits that tell it from 100 %. */
function formatPercentile(oneIn: number): string {
  return `${+(100 * (1 - 1 / oneIn)).toPrecision(12)} %`;
}

function curveMarks({ points, colour, dash, title, distribution }: Curve): Markish[] {
  const place = { x: 'oneIn', y: ({ ns }: Point) => drawableNs(ns) } as const;
  const path = line(points, {
    ...place,
    stroke: colour,
    ...(dash === undefined ? {} : { strokeDasharray: dash }),
    strokeWidth: 1.75,
    title: () => title,
    render: named('spectrum'),
  });
  if (distribution && points.length > 1) return [path];
  return [
    path,
    dot(points, {
      ...place,
      fill: colour,
      r: 3,
      title: ({ q, ns }: Point) => `${title.split(':')[0]}: ${figureOf(q, ns)}`,
      render: named('percentile'),
    }),
  ];
}
