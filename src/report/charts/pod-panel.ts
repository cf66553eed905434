import { geo, type Markish, rect, text } from '@observablehq/plot';
import type { ConfigurationRecord } from '../../results/run-file.js';
import { parseCpuList } from '../../topology/cpu-list.js';
import { formatCounted } from '../format.js';
import { INK, MUTED, PAPER, seriesColour } from './chart-style.js';
import type { Panel } from './frame.js';
import { BOX_FONT, type Box, type MachineLayout, type PlacedCpu } from './machine-layout.js';
import { named } from './marks.js';
import { panelText } from './panel-text.js';
import { type PodFill, podFills } from './pod-colours.js';
import { lettersIn, shorten, textWidth } from './text-size.js';

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

function podMarks(pods: readonly DrawnPod[], cell: number, margins: Margins): Markish[] {
  return [
    geo(pods, {
      geometry: ({ cells }: DrawnPod) => squares(cells, cell, margins),
      fill: ({ fill }: DrawnPod) => seriesColour(fill.colour),
      fillOpacity: ({ fill }: DrawnPod) => (fill.strong ? STRENGTH.strong : STRENGTH.faint),
      stroke: PAPER,
      title: podTitle,
      render: named('pod'),
    }),
    geo([edges(pods, cell, margins)], { stroke: INK, strokeWidth: cell < 12 ? 1 : 1.5 }),
    numbers(pods, cell, margins),
  ];
}

function podTitle({ number, list, cells }: DrawnPod): string {
  return `pod ${number}: ${formatCounted(cells.length, 'CPU')}, ${list}`;
}

function squares(cells: readonly PlacedCpu[], cell: number, { left, top }: Margins) {
  const coordinates = cells.map(({ x, y }) => {
    const [x1, y1, x2, y2] = [left + x, top + y, left + x + cell, top + y + cell];
    return [
      [
        [x1, y1],
        [x2, y1],
        [x2, y2],
        [x1, y2],
        [x1, y1],
      ],
    ];
  });
  return { type: 'MultiPolygon', coordinates };
}

/** Sides of squares at which another pod, or none, begins. */
function edges(pods: readonly DrawnPod[], cell: number, { left, top }: Margins) {
  const lines = new Map<string, number[][]>();
  for (const { cells } of pods) {
    const own = new Set(cells.map(({ x, y }) => `${x} ${y}`));
    for (const { x, y } of cells) {
      const sides = [
        { beyond: `${x} ${y - cell}`, from: [x, y], to: [x + cell, y] },
        { beyond: `${x} ${y + cell}`, from: [x, y + cell], to: [x + cell, y + cell] },
        { beyond: `${x - cell} ${y}`, from: [x, y], to: [x, y + cell] },
        { beyond: `${x + cell} ${y}`, from: [x + cell, y], to: [x + cell, y + cell] },
      ];
      for (const { beyond, from, to } of sides) {
        if (own.has(beyond)) continue;
        const line = [from, to].map(([x, y]) => [left + x!, top + y!]);
        lines.set(line.join(' '), line);
      }
    }
  }
  return { type: 'MultiLineString', coordinates: [...lines.values()] };
}

const NUMBER_FONT = 10;

/** In every square of a small machine, once a pod on a larger one, nowhere where they do not fit. */
function numbers(pods: readonly DrawnPod[], cell: number, { left, top }: Margins): Markish {
  const count = pods.reduce((sum, { cells }) => sum + cells.length, 0);
  const widest = textWidth(String(pods.length - 1), NUMBER_FONT);
  if (widest > cell || NUMBER_FONT + 2 > cell) return null;
  const places = pods.flatMap(({ number, cells }) =>
    cells
      .slice(0, count <= MOST_NUMBERED ? cells.length : 1)
      .map(({ x, y }) => ({ number, x: left + x + cell / 2, y: top + y + cell / 2 })),
  );
  return text(places, {
    x: 'x',
    y: 'y',
    text: ({ number }: (typeof places)[number]) => String(number),
    fontSize: NUMBER_FONT,
    fill: INK,
  });
}

const MOST_NUMBERED = 64;
