import { dot, type Markish, rect, ruleX, text } from '@observablehq/plot';
import type { Rate } from '../../../results/file/summary-schema.js';
import { formatInterval, formatRate } from '../../text/format.js';
import type { Chart, ChartSource } from '../chart.js';
import { ticksFromZero, X_AXIS_HEIGHT, xAxis } from '../drawing/axes.js';
import { HALO, INK, MUTED, PAPER, seriesColour } from '../drawing/chart-style.js';
import { drawChart, type Panel } from '../drawing/frame.js';
import { withoutZeros } from '../drawing/log-scale.js';
import { named } from '../drawing/marks.js';
import { shorten, widestText } from '../drawing/text-size.js';
import type { DrawnTrial } from '../trial-states.js';
import { type Row, throughputRows } from './throughput-rows.js';

/** What is drawn, and how its values are written. */
export interface RateWords {
  readonly title: string;
  readonly axis: string;
  readonly description: string;
  format(value: number): string;
}

const ITEMS: RateWords = {
  title: 'Throughput by configuration',
  axis: 'items per second',
  description: 'Items per second of each trial.',
  format: formatRate,
};

/** Items/s of every trial, with the median and its interval; null without trials. */
export function throughputChart(sources: readonly ChartSource[]): Chart | null {
  return rateChart(throughputRows(sources), sources, sources, ITEMS);
}

/** Any figure of trials in the same way; the `drawn` sources' notes stand in the heading. */
export function rateChart(
  rows: readonly Row[],
  sources: readonly Pick<ChartSource, 'name'>[],
  drawn: readonly ChartSource[],
  words: RateWords,
): Chart | null {
  if (rows.length === 0) return null;
  const states = new Set(rows.flatMap(({ trials }) => trials.map(({ state }) => state)));
  const key = [
    'Dots are trials, in order from the top of a row to its bottom',
    ...(states.has('doubtful') ? ['hollow: doubtful'] : []),
    ...(states.has('invalid') ? ['crosses: invalid, in no figure'] : []),
  ];
  return drawChart({
    id: 'throughput',
    title: words.title,
    subtitle: `${key.join('; ')}.`,
    description: `${words.description} The upright stroke is the median of the valid trials, with its figure beside it; the band is the 95 % confidence interval of that median, where there are trials enough for one.`,
    sources: drawn,
    panels: [panelOf(placed(rows, sources), words)],
  });
}

const LINE_HEIGHT = 22;
const LONGEST_NAME = 44;

/** Lines from top to bottom; y is the middle of one, in px. */
interface Lines {
  readonly headings: readonly { readonly text: string; readonly y: number }[];
  readonly rows: readonly PlacedRow[];
  readonly height: number;
}

interface PlacedRow extends Row {
  readonly y: number;
  /** Left of it. */
  readonly name: string;
  /** In tooltips. */
  readonly fullName: string;
  readonly colour: string;
}

/** Of several sources each has a line of its own, below the label they share. */
function placed(rows: readonly Row[], sources: readonly Pick<ChartSource, 'name'>[]): Lines {
  const several = sources.length > 1;
  const headings: { text: string; y: number }[] = [];
  let lines = 0;
  const nextLine = () => LINE_HEIGHT * (lines++ + 0.5);
  const placedRows = rows.map((row, index) => {
    const { name } = sources[row.source]!;
    if (several && rows[index - 1]?.label !== row.label) {
      headings.push({ text: row.label, y: nextLine() });
    }
    return {
      ...row,
      y: nextLine(),
      name: shorten(several ? name : row.label, LONGEST_NAME),
      fullName: several ? `${row.label}, ${name}` : row.label,
      colour: seriesColour(several ? row.source : 0),
    };
  });
  return { headings, rows: placedRows, height: lines * LINE_HEIGHT };
}

const TALL = 480;

function panelOf({ headings, rows, height }: Lines, words: RateWords): Panel {
  const tall = height > TALL;
  const marginTop = tall ? 26 : 4;
  const marginLeft = widestText(rows.map(({ name }) => name)) + 20;
  const most = Math.max(...rows.map(mostOf)) || 1;
  const axis = {
    label: words.axis,
    ticks: ticksFromZero(most, 7),
    format: (value: number) => withoutZeros(words.format(value)),
  };
  return {
    height: marginTop + height + X_AXIS_HEIGHT,
    options: {
      marginLeft,
      marginRight: widestText(rows.map((row) => figureOf(row, words))) + 16,
      marginTop,
      marginBottom: X_AXIS_HEIGHT,
      x: { domain: [0, most] },
      y: { domain: [height, 0], axis: null },
      marks: [
        xAxis(axis, tall),
        ruleX([0], { stroke: MUTED }),
        text(headings, {
          x: () => 0,
          y: 'y',
          text: 'text',
          fontWeight: 600,
          textAnchor: 'start',
          dx: 8 - marginLeft,
          ...HALO,
        }),
        text(rows, { x: () => 0, y: 'y', text: 'name', textAnchor: 'end', dx: -8 }),
        intervalMarks(rows, words),
        trialMarks(rows, words),
        medianMarks(rows, words),
        text(rows, {
          x: mostOf,
          y: 'y',
          text: (row: PlacedRow) => figureOf(row, words),
          textAnchor: 'start',
          dx: 10,
          ...HALO,
        }),
      ],
    },
  };
}

function mostOf({ trials, rate }: Row): number {
  return Math.max(...trials.map((trial) => trial.itemsPerSecond), rate?.ci95?.high ?? 0);
}

function figureOf({ rate }: Row, { format }: RateWords): string {
  return rate ? format(rate.median) : 'no valid trial';
}

const HALF_HEIGHT = 9;

function intervalMarks(rows: readonly PlacedRow[], words: RateWords): Markish {
  const intervals = rows.flatMap(({ rate, ...row }) => (rate?.ci95 ? [{ ...row, rate }] : []));
  return rect(intervals, {
    x1: ({ rate }) => rate.ci95?.low,
    x2: ({ rate }) => rate.ci95?.high,
    y1: ({ y }) => y - HALF_HEIGHT,
    y2: ({ y }) => y + HALF_HEIGHT,
    fill: 'colour',
    fillOpacity: 0.25,
    title: (row) => medianTitle(row, words),
    render: named('interval'),
  });
}

function medianMarks(rows: readonly PlacedRow[], words: RateWords): Markish {
  const medians = rows.flatMap(({ rate, ...row }) => (rate ? [{ ...row, rate }] : []));
  return ruleX(medians, {
    x: ({ rate }) => rate.median,
    y1: ({ y }) => y - HALF_HEIGHT,
    y2: ({ y }) => y + HALF_HEIGHT,
    stroke: INK,
    strokeWidth: 2,
    title: (row) => medianTitle(row, words),
    render: named('median'),
  });
}

interface RatedRow extends Pick<PlacedRow, 'fullName' | 'trials'> {
  readonly rate: Rate;
}

function medianTitle({ fullName, trials, rate }: RatedRow, words: RateWords): string {
  const n = trials.filter(({ state }) => state !== 'invalid').length;
  const { ci95, median } = rate;
  const interval = ci95 ? `, 95 % CI ${formatInterval(ci95.low, ci95.high, words.format)}` : '';
  return `${fullName}: median ${words.format(median)}${unitOf(words)}${interval}, n=${n}`;
}

/** Behind a value in a tooltip. */
function unitOf(words: RateWords): string {
  return words === ITEMS ? ' items/s' : '';
}

interface PlacedDot extends DrawnTrial {
  readonly y: number;
  readonly colour: string;
  readonly title: string;
}

function trialMarks(rows: readonly PlacedRow[], words: RateWords): Markish[] {
  const dots = rows.flatMap((row) => dotsOf(row, words));
  const common = {
    x: 'itemsPerSecond',
    y: 'y',
    title: 'title',
    r: 2.75,
    strokeWidth: 1.25,
  } as const;
  const of = (state: DrawnTrial['state']) => dots.filter((one) => one.state === state);
  return [
    dot(of('valid'), { ...common, fill: 'colour', fillOpacity: 0.75, render: named('trial') }),
    dot(of('doubtful'), {
      ...common,
      stroke: 'colour',
      fill: PAPER,
      render: named('doubtful-trial'),
    }),
    dot(of('invalid'), {
      ...common,
      stroke: 'colour',
      symbol: 'times',
      render: named('invalid-trial'),
    }),
  ];
}

function dotsOf({ trials, y, colour, fullName }: PlacedRow, words: RateWords): PlacedDot[] {
  const step = (2 * HALF_HEIGHT - 4) / Math.max(trials.length - 1, 1);
  return trials.map((trial, index) => {
    const { round, itemsPerSecond, state, doubts } = trial;
    const doubt = state === 'valid' ? '' : `, ${state}: ${doubts.join(', ')}`;
    return {
      ...trial,
      y: y + (index - (trials.length - 1) / 2) * step,
      colour,
      title: `${fullName}, round ${round}: ${words.format(itemsPerSecond)}${unitOf(words)}${doubt}`,
    };
  });
}
