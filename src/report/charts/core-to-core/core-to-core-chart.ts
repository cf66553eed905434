import { axisX, axisY, type Markish, text } from '@observablehq/plot';
import { pairsOverRounds, probedRounds } from '../../../results/core-to-core/probes.js';
import type { PairLatency } from '../../../results/file/pair-latency-schema.js';
import { formatCount, formatCounted } from '../../text/format.js';
import type { Chart, ChartSource } from '../chart.js';
import { chartClass, FONT_SIZE, MUTED } from '../drawing/chart-style.js';
import { drawChart, type Panel, WIDTH } from '../drawing/frame.js';
import { panelText } from '../drawing/panel-text.js';
import { lettersIn, shorten, widestText } from '../drawing/text-size.js';
import { figureOf, latencyCells, latencyFigures, unmeasured } from './latency-cells.js';
import { LEGEND_HEIGHT, latencyLegend } from './latency-legend.js';
import type { LatencyMatrix } from './latency-matrix.js';
import { type LatencyRamp, latencyRamp } from './latency-ramp.js';

const ID = 'core-to-core';

/**
 * What the probes of each run found between pairs of its CPUs, of those CPUs only; null without
 * probes.
 */
export function coreToCoreChart(sources: readonly ChartSource[]): Chart | null {
  const probed = sources.flatMap((source) => {
    const { document } = source;
    const rounds = document.source === 'imported' ? [] : probedRounds(document.trials);
    const pairs = pairsOverRounds(rounds);
    if (pairs.length === 0) return [];
    const cpus = [...new Set(pairs.flatMap((pair) => pair.cpus))].sort((a, b) => a - b);
    const heading = sources.length > 1 ? source.name : null;
    return [{ source, matrix: { cpus, pairs, heading, rounds: rounds.length } }];
  });
  return draw(
    probed.map(({ matrix }) => matrix),
    probed.map(({ source }) => source),
  );
}

/** Latencies of one measurement between `cpus`; null without pairs. */
export function coreToCoreMatrixChart(
  pairs: readonly PairLatency[],
  cpus: readonly number[],
  name: string,
): Chart | null {
  return draw(pairs.length === 0 ? [] : [{ cpus, pairs, heading: name, rounds: 1 }], []);
}

interface Headed extends LatencyMatrix {
  readonly heading: string | null;
  /** Rounds in which its pairs were measured. */
  readonly rounds: number;
}

function draw(matrices: readonly Headed[], sources: readonly ChartSource[]): Chart | null {
  const figures = matrices.every(({ cpus }) => cpus.length <= MOST_WITH_FIGURES);
  const pairs = matrices.flatMap((matrix) => matrix.pairs);
  const ramp = latencyRamp(pairs, figures);
  const top = figures ? 0 : LEGEND_HEIGHT;
  const [first, ...others] = placed(matrices, ramp, figures, top);
  if (first === undefined) return null;
  const gaps = matrices.some((matrix) => matrix.pairs.length < allPairs(matrix));
  return drawChart({
    id: ID,
    title: 'Latency between CPUs',
    subtitle: `Round trip of a cache line from one CPU to another and back, median in ns; stronger colour: further, by the logarithm.${gaps ? ' Hatched: not measured.' : ''}`,
    description: READING,
    sources,
    panels: [first, ...(figures ? [] : [latencyLegend(ramp)]), ...others],
  });
}

const READING =
  'Rows and columns are CPUs, and each pair stands on both sides of the diagonal. Squares of faint colour are CPUs near each other, such as those of one cache; a lock that they share moves between them cheaply.';

/** Figures of more CPUs than this would be too small to read. */
const MOST_WITH_FIGURES = 16;

function allPairs({ cpus }: LatencyMatrix): number {
  return (cpus.length * (cpus.length - 1)) / 2;
}

/** In rows, as many beside each other as there is room for. */
function placed(
  matrices: readonly Headed[],
  ramp: LatencyRamp,
  figures: boolean,
  top: number,
): Panel[] {
  let [x, y, rowHeight] = [0, top, 0];
  return matrices.map((matrix, index) => {
    const panel = matrixPanel(matrix, ramp, figures, `${chartClass(ID)}-hatch-${index}`);
    if (x > 0 && x + panel.width > WIDTH) [x, y, rowHeight] = [0, y + rowHeight, 0];
    const place = { x, y };
    x += panel.width;
    rowHeight = Math.max(rowHeight, panel.height);
    return { ...panel, ...place };
  });
}

const LEFT = 52;
const GAP = 24;
const LEAST_WIDTH = 372;

function matrixPanel(matrix: Headed, ramp: LatencyRamp, figures: boolean, id: string) {
  const { cpus, heading } = matrix;
  const size = cellSize(matrix, figures) * cpus.length;
  const width = Math.max(LEFT + size + GAP, LEAST_WIDTH);
  const lines = [
    ...(heading === null ? [] : [{ text: heading, bold: true }]),
    { text: noteOf(matrix), fill: MUTED },
  ].map((line) => ({ ...line, text: shorten(line.text, lettersIn(width - GAP)) }));
  const margins = { left: LEFT, top: lines.length * LINE + 34 };
  const height = margins.top + size + GAP;
  const domain = cpus.map(String);
  const band = { type: 'band', domain, padding: 0, axis: null } as const;
  return {
    width,
    height,
    options: {
      marginLeft: LEFT,
      marginTop: margins.top,
      marginRight: width - LEFT - size,
      marginBottom: GAP,
      x: band,
      y: band,
      opacity: { type: 'identity' },
      marks: [
        ...lines.map((line, index) => panelText({ ...line, x: 8, y: 2 + index * LINE }, margins)),
        ...axes(domain, size),
        ...(matrix.pairs.length < allPairs(matrix) ? unmeasured(matrix, id) : []),
        latencyCells(matrix, ramp),
        ...(figures ? [latencyFigures(matrix)] : []),
      ],
    },
  } satisfies Panel;
}

const LINE = 18;

/** In px; whole ones, so that neighbouring cells meet. */
function cellSize({ cpus, pairs }: LatencyMatrix, figures: boolean): number {
  if (!figures) return Math.max(Math.floor(640 / cpus.length), 3);
  return Math.max(widestText(pairs.map(figureOf), FONT_SIZE - 1) + 6, cpus.length <= 8 ? 38 : 30);
}

function noteOf(matrix: Headed): string {
  const { pairs, rounds } = matrix;
  const of = pairs.length < allPairs(matrix) ? ` of ${formatCount(allPairs(matrix))}` : '';
  const over = rounds === 1 ? '' : `, median of ${formatCount(rounds)} rounds`;
  const count =
    of === '' ? formatCounted(pairs.length, 'pair') : `${formatCount(pairs.length)}${of} pairs`;
  return `${count} of ${formatCounted(matrix.cpus.length, 'CPU')}${over}`;
}

/** CPU numbers above and left of the cells, as many as fit. */
function axes(cpus: readonly string[], size: number): Markish[] {
  const every = Math.ceil(((widestText(cpus) + 6) * cpus.length) / size);
  const ticks = cpus.filter((_, index) => index % every === 0);
  const style = { tickSize: 0, label: null, fontSize: FONT_SIZE - 1 };
  return [
    axisX(ticks, { anchor: 'top', ...style }),
    axisY(ticks, { anchor: 'left', ...style }),
    text(['CPU'], {
      frameAnchor: 'top-left',
      textAnchor: 'end',
      lineAnchor: 'bottom',
      dx: -8,
      dy: -4,
      fill: MUTED,
      fontSize: FONT_SIZE - 1,
    }),
  ];
}
