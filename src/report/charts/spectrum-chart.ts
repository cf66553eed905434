import { dot, line, link, type Markish, text } from '@observablehq/plot';
import { formatCounted, formatNs } from '../format.js';
import { uncrowded, X_AXIS_HEIGHT, xAxis, yAxis } from './axes.js';
import type { Chart, ChartSource } from './chart.js';
import { HALO, seriesColour, seriesDash } from './chart-style.js';
import { quantileNs } from './distribution.js';
import { drawChart, type Panel, WIDTH } from './frame.js';
import type { LatencySeries } from './latency-series.js';
import {
  drawableNs,
  formatNsTick,
  type LogDomain,
  logDomain,
  logPlaces,
  logTicks,
} from './log-scale.js';
import { named } from './marks.js';
import { spread } from './spread.js';
import { shorten, widestText } from './text-size.js';

/** Latency against percentile, a line a configuration and a panel a source; null without any. */
export function spectrumChart(
  sources: readonly ChartSource[],
  series: readonly LatencySeries[],
): Chart | null {
  const curves = series.map(curveOf);
  const [first, ...others] = panelsOf(sources, curves);
  if (!first) return null;
  return drawChart({
    id: 'percentile-spectrum',
    title: 'Latency of queue_work by percentile',
    subtitle: 'The queue_work call alone, all valid trials of a configuration together.',
    description:
      'A line says which part of the calls took at most how long; the further right, the rarer the slower calls. Points joined by straight lines are percentiles of results that kept no more than those, medians over their trials.',
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

const GAP = 15;
const LEAST_HEIGHT = 320;
const LONGEST_LABEL = 34;
const MARGIN_LEFT = 64;
const MARGIN_TOP = 34;
const LEADER = 26;

function panelsOf(sources: readonly ChartSource[], curves: readonly Curve[]): Panel[] {
  const points = curves.flatMap((curve) => curve.points);
  const scales = {
    x: { low: 1, high: Math.max(10, ...points.map(({ oneIn }) => oneIn)) },
    y: logDomain(points.map(({ ns }) => drawableNs(ns))),
  };
  let y = 0;
  return sources.flatMap(({ name }, source) => {
    const own = curves.filter((curve) => curve.source === source);
    if (own.length === 0) return [];
    const panel = { ...panelOf(own, scales, sources.length > 1 ? name : null), y };
    y += panel.height + 10;
    return [panel];
  });
}

function panelOf(
  curves: readonly Curve[],
  { x, y }: { readonly x: LogDomain; readonly y: LogDomain },
  name: string | null,
): Panel {
  const labelOf = ({ label }: Curve) => shorten(label, LONGEST_LABEL);
  const marginRight = LEADER + widestText(curves.map(labelOf)) + 8;
  const plotHeight = Math.max(LEAST_HEIGHT, curves.length * GAP);
  const plotWidth = WIDTH - MARGIN_LEFT - marginRight;
  const latency = name === null ? 'latency (log scale)' : `${name}: latency (log scale)`;
  return {
    height: MARGIN_TOP + plotHeight + X_AXIS_HEIGHT,
    options: {
      marginLeft: MARGIN_LEFT,
      marginRight,
      marginTop: MARGIN_TOP,
      marginBottom: X_AXIS_HEIGHT,
      x: { type: 'log', domain: [x.low, x.high] },
      y: { type: 'log', domain: [y.low, y.high] },
      marks: [
        xAxis({
          label: 'percentile of calls (log scale in 1 / (1 − percentile))',
          ticks: percentileTicks(x.high, logPlaces(x, plotWidth).placeOf),
          format: formatPercentile,
        }),
        yAxis({ label: latency, ticks: logTicks(y), format: formatNsTick }, MARGIN_LEFT),
        curves.map(curveMarks),
        labelMarks(curves, labelOf, logPlaces(x, plotWidth), logPlaces(y, plotHeight), plotHeight),
      ],
    },
  };
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

/** Right of the lines, apart from each other, each led to from the end of its line. */
function labelMarks(
  curves: readonly Curve[],
  labelOf: (curve: Curve) => string,
  x: ReturnType<typeof logPlaces>,
  y: ReturnType<typeof logPlaces>,
  height: number,
): Markish[] {
  const ends = curves.map(({ points }) => points.at(-1)!);
  const wanted = ends.map(({ ns }) => y.placeOf(drawableNs(ns)));
  const places = spread(wanted, GAP, 0, height);
  const right = x.placeOf(Math.max(...ends.map(({ oneIn }) => oneIn)));
  const labels = curves.map((curve, index) => ({
    text: labelOf(curve),
    colour: curve.colour,
    fromX: ends[index]!.oneIn,
    fromY: drawableNs(ends[index]!.ns),
    x: x.valueAt(right + LEADER - 4),
    y: y.valueAt(places[index]!),
  }));
  return [
    link(labels, {
      x1: 'fromX',
      y1: 'fromY',
      x2: 'x',
      y2: 'y',
      stroke: 'colour',
      strokeOpacity: 0.6,
    }),
    text(labels, { x: 'x', y: 'y', text: 'text', textAnchor: 'start', dx: 4, ...HALO }),
  ];
}
