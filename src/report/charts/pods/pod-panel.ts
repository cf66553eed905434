import { type Markish, type RenderFunction, rect, text } from '@observablehq/plot';
import type { ConfigurationRecord } from '../../../results/file/run-file.js';
import { parseCpuList } from '../../../topology/cpu-list.js';
import { formatCounted } from '../../text/format.js';
import { INK, MUTED, PAPER, seriesColour } from '../drawing/chart-style.js';
import type { Panel } from '../drawing/frame.js';
import { panelText } from '../drawing/panel-text.js';
import { svgShape } from '../drawing/svg-shape.js';
import { lettersIn, shorten, textWidth } from '../drawing/text-size.js';
import { BOX_FONT, type Box, type MachineLayout, type PlacedCpu } from './machine-layout.js';
import { type PodFill, podFills } from './pod-colours.js';
import { borderPath, squarePath } from './pod-paths.js';

const EDGE = 8;
const HEAD = 44;
const BELOW = 18;

export const podPanelHeight = ({ height }: MachineLayout) => HEAD + height + BELOW;

/** The pods of a configuration over the machine. */
export function podPanel(
  configuration: ConfigurationRecord,
  machine: MachineLayout,
  place: { readonly x: number; readonly y: number; readonly width: number },
): Panel {
  const pods = podsOf(configuration, machine);
  const names = shorten(configuration.names.join(', '), lettersIn(place.width - 2 * EDGE));
  const margins = { left: EDGE, top: HEAD };
  return {
    ...place,
    height: podPanelHeight(machine),
    options: {
      margin: 0,
      x: { type: 'identity', axis: null },
      y: { type: 'identity', axis: null },
      opacity: { type: 'identity' },
      marks: [
        panelText({ text: names, x: EDGE, y: 4, bold: true }, { left: 0, top: 0 }),
        panelText(
          { text: sizesOf(configuration), x: EDGE, y: 22, fill: MUTED },
          { left: 0, top: 0 },
        ),
        boxMarks(machine.boxes, margins),
        ...podMarks(pods, machine.cell, margins),
      ],
    },
  };
}

/** `4 pods of 8 CPUs` */
function sizesOf({ nr_pods, cpus_per_pod: { min, max } }: ConfigurationRecord): string {
  const cpus = min === max ? formatCounted(min, 'CPU') : `${min} to ${formatCounted(max, 'CPU')}`;
  return `${formatCounted(nr_pods, 'pod')} of ${cpus}`;
}

interface DrawnPod {
  readonly number: number;
  readonly list: string;
  readonly cells: readonly PlacedCpu[];
  readonly fill: PodFill;
}

function podsOf({ pods }: ConfigurationRecord, machine: MachineLayout): DrawnPod[] {
  const members = pods.map((list) => new Set(parseCpuList(list)));
  const podOf = new Map(members.flatMap((cpus, pod) => [...cpus].map((cpu) => [cpu, pod])));
  const fills = podFills(machine, podOf, pods.length);
  return pods.map((list, number) => ({
    number,
    list,
    cells: machine.cells.filter(({ cpu }) => members[number]!.has(cpu)),
    fill: fills[number]!,
  }));
}

interface Margins {
  readonly left: number;
  readonly top: number;
}

function boxMarks(boxes: readonly Box[], { left, top }: Margins): Markish[] {
  return [
    rect(boxes, {
      x1: ({ x }: Box) => left + x,
      x2: ({ x, width }: Box) => left + x + width,
      y1: ({ y }: Box) => top + y,
      y2: ({ y, height }: Box) => top + y + height,
      fill: 'none',
      stroke: MUTED,
      strokeOpacity: ({ kind }: Box) => (kind === 'node' ? 0.9 : 0.5),
      rx: 3,
      title: ({ title }: Box) => title,
    }),
    text(boxes, {
      x: ({ x }: Box) => left + x + 4,
      y: ({ y }: Box) => top + y + 11,
      text: ({ label }: Box) => label,
      textAnchor: 'start',
      fontSize: BOX_FONT,
      fill: MUTED,
    }),
  ];
}

/** Text in the colour of ink stays readable on either. */
const STRENGTH = { faint: 0.2, strong: 0.5 } as const;

function podMarks(pods: readonly DrawnPod[], cell: number, { left, top }: Margins): Markish[] {
  const transform = `translate(${left},${top})`;
  const borders: RenderFunction = (_index, _scales, _values, _dimensions, { document }) => {
    const d = pods.map(({ cells }) => borderPath(cells, cell)).join('');
    const style = { fill: 'none', stroke: INK, 'stroke-width': cell < 12 ? 1 : 1.5 };
    return svgShape(document, 'path', { d, transform, ...style });
  };
  const shapes: RenderFunction = (_index, _scales, _values, _dimensions, { document }) => {
    const group = svgShape(document, 'g', { transform, stroke: PAPER });
    for (const pod of pods) {
      const { colour, strong } = pod.fill;
      const shape = svgShape(document, 'path', {
        d: squarePath(pod.cells, cell),
        fill: seriesColour(colour),
        'fill-opacity': strong ? STRENGTH.strong : STRENGTH.faint,
        'data-mark': 'pod',
      });
      shape.append(svgShape(document, 'title', {}, podTitle(pod)));
      group.append(shape);
    }
    return group;
  };
  return [shapes, borders, numbers(pods, cell, { left, top })];
}

function podTitle({ number, list, cells }: DrawnPod): string {
  return `pod ${number}: ${formatCounted(cells.length, 'CPU')}, ${list}`;
}

/** In every square of a small machine, else once in each piece of a pod; nowhere if they do not fit. */
function numbers(pods: readonly DrawnPod[], cell: number, { left, top }: Margins): Markish {
  const fontSize = cell < 18 ? 8 : 10;
  if (textWidth(String(pods.length - 1), fontSize) + 2 > cell) return null;
  const count = pods.reduce((sum, { cells }) => sum + cells.length, 0);
  const places = pods.flatMap(({ number, cells }) =>
    (count <= MOST_NUMBERED ? cells : cornersOf(cells, cell)).map(({ x, y }) => ({
      number,
      x: left + x + cell / 2,
      y: top + y + cell / 2,
    })),
  );
  return text(places, {
    x: 'x',
    y: 'y',
    text: ({ number }: (typeof places)[number]) => String(number),
    fontSize,
    fill: INK,
  });
}

const MOST_NUMBERED = 64;

/** Cells with none of them left of them or above. */
function cornersOf(cells: readonly PlacedCpu[], cell: number): PlacedCpu[] {
  const own = new Set(cells.map(({ x, y }) => `${x} ${y}`));
  return cells.filter(({ x, y }) => !own.has(`${x - cell} ${y}`) && !own.has(`${x} ${y - cell}`));
}
