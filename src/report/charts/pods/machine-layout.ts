import { groupBy } from '../../../core/group-by.js';
import { formatCpuList } from '../../../topology/cpu-list.js';
import type { Cpu } from '../../../topology/topology.js';
import { lettersIn } from '../drawing/text-size.js';

/** A machine as boxes on a plane, in px from its upper left corner. */
export interface MachineLayout {
  readonly width: number;
  readonly height: number;
  /** Edge of a CPU's square. */
  readonly cell: number;
  readonly cells: readonly PlacedCpu[];
  readonly boxes: readonly Box[];
}

export interface PlacedCpu {
  readonly cpu: number;
  readonly x: number;
  readonly y: number;
}

/** Around the CPUs of a node or a cache. */
export interface Box {
  readonly kind: 'node' | 'llc';
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** Stands in its upper edge; short enough for it. */
  readonly label: string;
  readonly title: string;
}

/**
 * Places the CPUs within `width`. The threads of a core stand one above the other, cores beside each
 * other, in rows where a cache has many; CPUs without a known cache are placed alike, in no box.
 */
export function layOut(cpus: readonly Cpu[], width: number): MachineLayout {
  const cell = cellSize(cpus.length);
  const nodes = [...groupBy(cpus, ({ node }) => node).values()];
  return flow(
    nodes.map((node) => nodeLayout(node, cell, width, nodes.length > 1)),
    cell,
    width,
    NODE_GAP,
  );
}

const NODE_GAP = 10;
const LLC_GAP = 8;
const PAD = 6;
export const BOX_LABEL = 14;
const ROW_GAP = 4;
const MOST_CORES_A_ROW = 16;

/** Large enough for a number while that gives no huge drawing. */
function cellSize(count: number): number {
  return Math.min(24, Math.max(5, Math.floor(Math.sqrt(30_000 / count))));
}

function nodeLayout(
  cpus: readonly Cpu[],
  cell: number,
  width: number,
  boxed: boolean,
): MachineLayout {
  const room = width - 2 * PAD;
  const caches = [...groupBy(cpus, ({ llc }) => llc).values()];
  const content = flow(
    caches.map((each) => cacheLayout(each, cell)),
    cell,
    room,
    LLC_GAP,
  );
  if (!boxed) return content;
  const packages = [...new Set(cpus.map((each) => each.package))];
  const label = `node ${cpus[0]!.node}`;
  const title = `${label}, package ${packages.join(' and ')}`;
  return inBox(content, 'node', [title, label], title);
}

function cacheLayout(cpus: readonly Cpu[], cell: number): MachineLayout {
  const cores = coreLayout(cpus, cell);
  const { llc } = cpus[0]!;
  if (llc === null) return cores;
  const list = formatCpuList(cpus.map(({ cpu }) => cpu).sort((a, b) => a - b));
  return inBox(
    cores,
    'llc',
    [`LLC ${llc}: ${list}`, `LLC ${llc}`, `${llc}`],
    `LLC ${llc}: CPUs ${list}`,
  );
}

function coreLayout(cpus: readonly Cpu[], cell: number): MachineLayout {
  const cores = [...groupBy(cpus, ({ core }) => core).values()];
  const rows = Math.ceil(cores.length / MOST_CORES_A_ROW);
  const columns = Math.ceil(cores.length / rows);
  const threads = cores.reduce((most, core) => Math.max(most, core.length), 0);
  const rowHeight = threads * cell + ROW_GAP;
  const cells = cores.flatMap((core, index) =>
    core.map(({ cpu }, thread) => ({
      cpu,
      x: (index % columns) * cell,
      y: Math.floor(index / columns) * rowHeight + thread * cell,
    })),
  );
  return { width: columns * cell, height: rows * rowHeight - ROW_GAP, cell, cells, boxes: [] };
}

/** `labels` from long to short: the first that fits is written. */
function inBox(
  content: MachineLayout,
  kind: Box['kind'],
  labels: readonly string[],
  title: string,
): MachineLayout {
  const { cell } = content;
  const width = content.width + 2 * PAD;
  const height = content.height + BOX_LABEL + 2 * PAD;
  const label = labels.find(({ length }) => length <= lettersIn(width - 4, BOX_FONT)) ?? '';
  const box = { kind, x: 0, y: 0, width, height, label, title };
  const { cells, boxes } = moved(content, PAD, BOX_LABEL + PAD);
  return { width, height, cell, cells, boxes: [box, ...boxes] };
}

export const BOX_FONT = 10;

/** From left to right, and on in a new row where `width` ends. */
function flow(
  parts: readonly MachineLayout[],
  cell: number,
  width: number,
  gap: number,
): MachineLayout {
  let [x, y, rowHeight, widest] = [0, 0, 0, 0];
  const places = parts.map((part) => {
    if (x > 0 && x + part.width > width) [x, y, rowHeight] = [0, y + rowHeight + gap, 0];
    const place = moved(part, x, y);
    widest = Math.max(widest, x + part.width);
    x += part.width + gap;
    rowHeight = Math.max(rowHeight, part.height);
    return place;
  });
  return {
    width: widest,
    height: y + rowHeight,
    cell,
    cells: places.flatMap(({ cells }) => cells),
    boxes: places.flatMap(({ boxes }) => boxes),
  };
}

function moved({ cells, boxes }: MachineLayout, dx: number, dy: number) {
  const move = <T extends { readonly x: number; readonly y: number }>(each: T): T => ({
    ...each,
    x: each.x + dx,
    y: each.y + dy,
  });
  return { cells: cells.map(move), boxes: boxes.map(move) };
}
