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

/** Beside or below each other, be there a border of a box between them. */
const REACH = 2;

function neighboursOf(
  cells: readonly PlacedCpu[],
  cell: number,
  podOf: ReadonlyMap<number, number>,
  pods: number,
): ReadonlySet<number>[] {
  const neighbours = Array.from({ length: pods }, () => new Set<number>());
  for (const a of cells) {
    for (const b of cells) {
      const [across, down] = [Math.abs(a.x - b.x), Math.abs(a.y - b.y)];
      const near = Math.max(REACH * cell, cell + MOST_GAP);
      if ((across >= cell && down >= cell) || across > near || down > near) continue;
      const [podA, podB] = [podOf.get(a.cpu), podOf.get(b.cpu)];
      if (podA !== undefined && podB !== undefined && podA !== podB) neighbours[podA]!.add(podB);
    }
  }
  return neighbours;
}

/** Between cells on two sides of a box's border. */
const MOST_GAP = 48;
