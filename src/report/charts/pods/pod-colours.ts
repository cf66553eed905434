import type { MachineLayout, PlacedCpu } from './machine-layout.js';

/** How a pod is filled: neighbours differ in colour, and in strength where that can be. */
export interface PodFill {
  readonly colour: number;
  readonly strong: boolean;
}

/** The last colour of the palette is that of ink. */
const COLOURS = 6;

/** By pod; `podOf` gives the pod of a CPU. */
export function podFills(
  { cells, cell }: MachineLayout,
  podOf: ReadonlyMap<number, number>,
  pods: number,
): PodFill[] {
  const neighbours = neighboursOf(cells, cell, podOf, pods);
  const fills: PodFill[] = [];
  for (let pod = 0; pod < pods; pod++) {
    const around = [...neighbours[pod]!].flatMap((other) => fills[other] ?? []);
    const taken = new Set(around.map(({ colour }) => colour));
    const turns = Array.from({ length: COLOURS }, (_, turn) => (pod + turn) % COLOURS);
    const strong = around.filter((fill) => fill.strong).length;
    fills.push({
      colour: turns.find((colour) => !taken.has(colour)) ?? pod % COLOURS,
      strong: 2 * strong < around.length || (around.length === 0 && pod % 2 === 1),
    });
  }
  return fills;
}

/** Each CPU has the next one to its right and the next one below, be there a box's border between. */
function neighboursOf(
  cells: readonly PlacedCpu[],
  cell: number,
  podOf: ReadonlyMap<number, number>,
  pods: number,
): ReadonlySet<number>[] {
  const neighbours = Array.from({ length: pods }, () => new Set<number>());
  for (const a of cells) {
    const right = nearest(cells, ({ x, y }) => (Math.abs(y - a.y) < cell ? x - a.x : 0));
    const below = nearest(cells, ({ x, y }) => (Math.abs(x - a.x) < cell ? y - a.y : 0));
    for (const b of [right, below]) {
      const [podA, podB] = [podOf.get(a.cpu), b && podOf.get(b.cpu)];
      if (podA === undefined || podB === undefined || podA === podB) continue;
      neighbours[podA]!.add(podB);
      neighbours[podB]!.add(podA);
    }
  }
  return neighbours;
}

/** The cell with the least distance above 0. */
function nearest(
  cells: readonly PlacedCpu[],
  distanceTo: (cell: PlacedCpu) => number,
): PlacedCpu | undefined {
  let found: PlacedCpu | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const cell of cells) {
    const distance = distanceTo(cell);
    if (distance <= 0 || distance >= least) continue;
    least = distance;
    found = cell;
  }
  return found;
}
