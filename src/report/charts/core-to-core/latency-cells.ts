import { cell, frame, type Markish, type RenderFunction, text } from '@observablehq/plot';
import type { PairLatency } from '../../../results/file/pair-latency-schema.js';
import { formatCounted, formatInterval, formatNs } from '../../text/format.js';
import { FONT_SIZE, INK, MUTED, PAPER, seriesColour } from '../drawing/chart-style.js';
import { named } from '../drawing/marks.js';
import { svgShape } from '../drawing/svg-shape.js';
import type { LatencyMatrix } from './latency-matrix.js';
import type { LatencyRamp } from './latency-ramp.js';
import { latencyShapes } from './latency-shapes.js';

/** More pairs than this share a shape a shade, as shapes of their own would make a huge drawing. */
const MOST_WITH_TOOLTIP = 256;

/** A pair stands on both sides of the diagonal. */
export function latencyCells(matrix: LatencyMatrix, ramp: LatencyRamp): Markish {
  const { pairs } = matrix;
  return pairs.length <= MOST_WITH_TOOLTIP
    ? cellOfEach(bothSides(pairs), ramp)
    : latencyShapes(matrix, ramp);
}

/** In ns. */
export function figureOf({ medianNs }: PairLatency): string {
  return medianNs.toFixed(0);
}

export function latencyFigures({ pairs }: LatencyMatrix): Markish {
  return text(bothSides(pairs), {
    ...PLACE,
    text: ({ pair }: Cell) => figureOf(pair),
    fill: INK,
    fontSize: FONT_SIZE - 1,
  });
}

/** Hatches the square but for its diagonal; measured cells go over it. `id` is the pattern's. */
export function unmeasured({ cpus }: LatencyMatrix, id: string): Markish[] {
  return [
    hatching(id),
    frame({ fill: `url(#${id})`, stroke: null }),
    cell(cpus, { x: String, y: String, fill: PAPER }),
  ];
}

function hatching(id: string): RenderFunction {
  return (_index, _scales, _values, _dimensions, { document }) => {
    const size = { width: 6, height: 6, patternUnits: 'userSpaceOnUse' };
    const pattern = svgShape(document, 'pattern', { id, ...size });
    const d = 'M-1 1l2-2M0 6l6-6M5 7l2-2';
    pattern.append(svgShape(document, 'path', { d, stroke: MUTED, 'stroke-opacity': 0.4 }));
    return pattern;
  };
}

interface Cell {
  readonly pair: PairLatency;
  readonly row: number;
  readonly column: number;
}

const PLACE = { x: ({ column }: Cell) => `${column}`, y: ({ row }: Cell) => `${row}` };

function bothSides(pairs: readonly PairLatency[]): Cell[] {
  return pairs.flatMap((pair) => {
    const [a, b] = pair.cpus;
    return [
      { pair, row: a, column: b },
      { pair, row: b, column: a },
    ];
  });
}

function cellOfEach(cells: readonly Cell[], ramp: LatencyRamp): Markish[] {
  return [
    cell(cells, { ...PLACE, fill: PAPER }),
    cell(cells, {
      ...PLACE,
      inset: 0.5,
      fill: seriesColour(0),
      fillOpacity: ({ pair }: Cell) => ramp.strengthOf(ramp.shadeOf(pair.medianNs)),
      title: ({ pair }: Cell) => pairTitle(pair),
      render: named('pair'),
    }),
  ];
}

function pairTitle({ cpus: [a, b], medianNs, p10Ns, p90Ns, samples }: PairLatency): string {
  const range = formatInterval(p10Ns, p90Ns, formatNs);
  return `CPUs ${a} and ${b}: ${formatNs(medianNs)} a round trip, p10 to p90 ${range}, ${formatCounted(samples, 'sample')}`;
}
