import { dot, line, type Markish, ruleX, ruleY } from '@observablehq/plot';
import type { PublishedSweep } from '../../../results/reference/reference.js';
import { formatCounted, formatInterval, formatRatio } from '../../text/format.js';
import type { Chart, ChartSource } from '../chart.js';
import { ticksFromZero, X_AXIS_HEIGHT, xAxis, yAxis } from '../drawing/axes.js';
import { INK, MUTED, seriesColour } from '../drawing/chart-style.js';
import { endLabels, endLabelsWidth } from '../drawing/end-labels.js';
import { drawChart, type Panel, WIDTH } from '../drawing/frame.js';
import { type LogDomain, linearPlaces, logPlaces } from '../drawing/log-scale.js';
import { named } from '../drawing/marks.js';
import { shorten } from '../drawing/text-size.js';
import { type RatioFigure, type SweepPoint, sweepPoints } from './sweep-points.js';

/** What shards gain over `cache`, before published sweeps; null where no source has a sweep. */
export function sweepChart(
  sources: readonly ChartSource[],
  published: readonly PublishedSweep[],
): Chart | null {
  const own = sources.flatMap((source, index) => {
    const points = sweepPoints(source);
    return points.length === 0 ? [] : [{ name: source.name, colour: seriesColour(index), points }];
  });
  if (own.length === 0) return null;
  const curves = [...published.map(publishedCurve), ...own.map(ownCurve)];
  const names = published.map(({ name }) => name).join(', ');
  const behind =
    names === ''
      ? ''
      : ` Dashed and grey are published measurements of the kernel (${names}), each against its own cache, so that shapes can be compared across machines.`;
  return drawChart({
    id: 'sweep',
    title: 'Shards per LLC against cache',
    subtitle: 'cache_shard relative to cache; 1 shard is cache itself.',
    description: `Ratios of the medians to those of cache, with 95 % confidence intervals by round where there are trials enough.${behind}`,
    sources,
    panels: [panelOf(THROUGHPUT, curves, 0), panelOf(LATENCY, curves, WIDTH / 2)],
  });
}

type Quantity = 'throughput' | 'latency';

interface Curve {
  readonly name: string;
  readonly colour: string;
  readonly own: boolean;
  readonly points: readonly (SweepPoint & { readonly note: string })[];
}

function ownCurve({
  points,
  ...curve
}: {
  readonly name: string;
  readonly colour: string;
  readonly points: readonly SweepPoint[];
}): Curve {
  const noted = points.map((point) => ({
    ...point,
    note: `${curve.name}, ${point.label}`,
  }));
  return { ...curve, own: true, points: noted };
}

function publishedCurve({ name, machine, points }: PublishedSweep): Curve {
  return {
    name,
    colour: MUTED,
    own: false,
    points: points.map(({ shards, throughputRatio, p50Ns, baselineP50Ns }) => ({
      label: name,
      shards,
      throughput: { ratio: throughputRatio, ci95: null },
      latency: baselineP50Ns === 0 ? null : { ratio: p50Ns / baselineP50Ns, ci95: null },
      n: 1,
      note: `${name} (${machine})`,
    })),
  };
}

interface PanelKind {
  readonly quantity: Quantity;
  readonly label: string;
  readonly what: string;
}

const THROUGHPUT: PanelKind = {
  quantity: 'throughput',
  label: 'items/s relative to cache (×)',
  what: 'the items/s',
};

const LATENCY: PanelKind = {
  quantity: 'latency',
  label: 'p50 latency relative to cache (×)',
  what: 'the p50 latency',
};

const PLOT_HEIGHT = 250;
const MARGIN_LEFT = 48;
const MARGIN_TOP = 34;
const LONGEST_NAME = 22;

function panelOf(kind: PanelKind, curves: readonly Curve[], x: number): Panel {
  const drawn = curves
    .map((curve) => drawnCurve(curve, kind))
    .filter(({ dots }) => dots.length > 0);
  const dots = drawn.flatMap((curve) => curve.dots);
  const domain = { low: 0.9, high: 1.1 * Math.max(2, ...dots.map(({ shards }) => shards)) };
  const most =
    1.08 * Math.max(1, ...dots.map(({ ratio, ci95 }) => Math.max(ratio, ci95?.high ?? 0)));
  const marginRight = endLabelsWidth(drawn.map(({ name }) => shorten(name, LONGEST_NAME)));
  const width = WIDTH / 2 - MARGIN_LEFT - marginRight;
  const places = {
    x: logPlaces(domain, width),
    y: linearPlaces(most, PLOT_HEIGHT),
    width,
    height: PLOT_HEIGHT,
  };
  const ends = drawn.map(({ name, colour, dots }) => {
    const { shards, ratio } = dots.at(-1)!;
    return { text: shorten(name, LONGEST_NAME), colour, x: shards, y: ratio };
  });
  return {
    x,
    width: WIDTH / 2,
    height: MARGIN_TOP + PLOT_HEIGHT + X_AXIS_HEIGHT,
    options: {
      marginLeft: MARGIN_LEFT,
      marginRight,
      marginTop: MARGIN_TOP,
      marginBottom: X_AXIS_HEIGHT,
      x: { type: 'log', domain: [domain.low, domain.high] },
      y: { domain: [0, most] },
      marks: [
        xAxis({ label: 'shards per LLC (log scale)', ticks: powersOfTwo(domain), format: String }),
        yAxis(
          { label: kind.label, ticks: ticksFromZero(most, 6), format: formatTimes },
          MARGIN_LEFT,
        ),
        ruleY([1], { stroke: INK }),
        drawn.map(curveMarks),
        endLabels(ends, places),
      ],
    },
  };
}

interface DrawnCurve {
  readonly name: string;
  readonly colour: string;
  readonly own: boolean;
  readonly dots: readonly Dot[];
}

interface Dot extends RatioFigure {
  readonly shards: number;
  readonly title: string;
}

function drawnCurve({ points, ...curve }: Curve, { quantity, what }: PanelKind): DrawnCurve {
  const dots = points.flatMap(({ shards, note, n, ...figures }): Dot[] => {
    const figure = figures[quantity];
    if (figure === null) return [];
    return [
      {
        ...figure,
        shards,
        title: `${note}: ${titleOf(figure, shards, what)}${curve.own ? `, n=${n}` : ''}`,
      },
    ];
  });
  return { ...curve, dots };
}

function titleOf({ ratio, ci95 }: RatioFigure, shards: number, what: string): string {
  const cut = formatCounted(+shards.toFixed(2), 'shard');
  const interval = ci95 ? `, 95 % CI ${formatInterval(ci95.low, ci95.high, formatRatio)}` : '';
  return `${cut} per LLC, ${formatRatio(ratio)} ${what} of cache${interval}`;
}

function curveMarks({ colour, own, dots, name }: DrawnCurve): Markish[] {
  const place = { x: 'shards', y: 'ratio' } as const;
  const intervals = dots.flatMap(({ ci95, ...one }) => (ci95 ? [{ ...one, ...ci95 }] : []));
  return [
    line(dots, {
      ...place,
      stroke: colour,
      ...(own ? { strokeWidth: 2 } : { strokeDasharray: '5 3' }),
      title: () => name,
      render: named(own ? 'sweep' : 'published-sweep'),
    }),
    ruleX(intervals, {
      x: 'shards',
      y1: 'low',
      y2: 'high',
      stroke: colour,
      strokeWidth: 1.5,
      title: 'title',
      render: named('interval'),
    }),
    dot(dots, {
      ...place,
      fill: colour,
      r: own ? 4 : 2.5,
      title: 'title',
      render: named(own ? 'point' : 'published-point'),
    }),
  ];
}

function powersOfTwo({ low, high }: LogDomain): number[] {
  const powers = Array.from({ length: Math.floor(Math.log2(high)) + 1 }, (_, k) => 2 ** k);
  return powers.filter((power) => power >= low);
}

function formatTimes(ratio: number): string {
  return `${+ratio.toPrecision(3)}×`;
}
