import type { RenderFunction } from '@observablehq/plot';
import { formatCounted, formatInterval, formatNs } from '../../text/format.js';
import { PAPER, seriesColour } from '../drawing/chart-style.js';
import { svgShape } from '../drawing/svg-shape.js';
import type { LatencyMatrix } from './latency-matrix.js';
import type { LatencyRamp } from './latency-ramp.js';

/** One shape a shade, of lines as thick as a row, on paper that hides the hatching: some bytes a pair. */
export function latencyShapes({ cpus, pairs }: LatencyMatrix, ramp: LatencyRamp): RenderFunction {
  const shades = shadesOf({ cpus, pairs }, ramp);
  const lines = linesByShade(shades);
  const measured =
    linesByShade(shades.map((row) => row.map((shade) => (shade === null ? null : 0)))).get(0) ?? '';
  return (_index, _scales, _values, dimensions, { document }) => {
    const { width, marginLeft, marginRight, marginTop } = dimensions;
    const size = (width - marginLeft - marginRight) / cpus.length;
    const group = svgShape(document, 'g', {
      transform: `translate(${marginLeft},${marginTop + size / 2}) scale(${size})`,
      fill: 'none',
      stroke: seriesColour(0),
    });
    group.append(svgShape(document, 'path', { d: measured, stroke: PAPER }));
    lines.forEach((d, shade) => {
      const opacity = ramp.strengthOf(shade).toFixed(2);
      const shape = svgShape(document, 'path', { d, opacity, 'data-mark': 'shade' });
      shape.append(svgShape(document, 'title', {}, titleOf(pairs, ramp, shade)));
      group.append(shape);
    });
    return group;
  };
}

/** Path of each shade that occurs, in cells. */
function linesByShade(rows: readonly (readonly (number | null)[])[]): Map<number, string> {
  const lines = new Map<number, string>();
  rows.forEach((row, index) => {
    for (const { shade, start, length } of runsOf(row)) {
      lines.set(shade, `${lines.get(shade) ?? ''}M${start} ${index}h${length}`);
    }
  });
  return lines;
}

/** By row and column; null where no pair was measured. */
function shadesOf({ cpus, pairs }: LatencyMatrix, ramp: LatencyRamp): (number | null)[][] {
  const places = new Map(cpus.map((cpu, index) => [cpu, index]));
  const rows = cpus.map(() => cpus.map((): number | null => null));
  for (const { cpus: members, medianNs } of pairs) {
    const [a, b] = members.map((cpu) => places.get(cpu)!) as [number, number];
    rows[a]![b] = rows[b]![a] = ramp.shadeOf(medianNs);
  }
  return rows;
}

interface ShadeRun {
  readonly shade: number;
  readonly start: number;
  length: number;
}

/** Neighbours of one shade together. */
function runsOf(row: readonly (number | null)[]): ShadeRun[] {
  const runs: ShadeRun[] = [];
  row.forEach((shade, column) => {
    const last = runs.at(-1);
    if (shade === null) return;
    if (last?.shade === shade && last.start + last.length === column) last.length++;
    else runs.push({ shade, start: column, length: 1 });
  });
  return runs;
}

function titleOf(pairs: LatencyMatrix['pairs'], ramp: LatencyRamp, shade: number): string {
  const medians = pairs
    .map(({ medianNs }) => medianNs)
    .filter((ns) => ramp.shadeOf(ns) === shade)
    .sort((a, b) => a - b);
  const range = formatInterval(medians[0]!, medians.at(-1)!, formatNs);
  return `${formatCounted(medians.length, 'pair')} of CPUs: ${range} a round trip`;
}
