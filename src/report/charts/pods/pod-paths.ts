import { groupBy } from '../../../core/group-by.js';
import type { PlacedCpu } from './machine-layout.js';

/** A square for each CPU. Paths here are of lines relative to few points: large machines have many. */
export function squarePath(cells: readonly PlacedCpu[], cell: number): string {
  return cells.map(({ x, y }) => `M${x} ${y}h${cell}v${cell}h${-cell}z`).join('');
}

/** Around the cells, where none of them is the next. */
export function borderPath(cells: readonly PlacedCpu[], cell: number): string {
  const own = new Set(cells.map(({ x, y }) => `${x} ${y}`));
  const without = (dx: number, dy: number) =>
    cells.filter(({ x, y }) => !own.has(`${x + dx * cell} ${y + dy * cell}`));
  const across = [...without(0, -1), ...without(0, 1).map(({ x, y }) => ({ x, y: y + cell }))];
  const down = [...without(-1, 0), ...without(1, 0).map(({ x, y }) => ({ x: x + cell, y }))];
  const rows = joined(
    across.map(({ x, y }): Side => ({ line: y, start: x })),
    cell,
  );
  const columns = joined(
    down.map(({ x, y }): Side => ({ line: x, start: y })),
    cell,
  );
  return [
    ...rows.map(({ line, start, length }) => `M${start} ${line}h${length}`),
    ...columns.map(({ line, start, length }) => `M${line} ${start}v${length}`),
  ].join('');
}

/** Of a square: on which line it lies, and where on that it starts. */
interface Side {
  readonly line: number;
  readonly start: number;
}

/** Sides that continue each other as one. */
function joined(sides: readonly Side[], cell: number): (Side & { length: number })[] {
  return [...groupBy(sides, ({ line }) => line).values()].flatMap((onLine) => {
    const found: (Side & { length: number })[] = [];
    for (const { line, start } of onLine.toSorted((a, b) => a.start - b.start)) {
      const last = found.at(-1);
      if (last !== undefined && last.start + last.length === start) last.length += cell;
      else found.push({ line, start, length: cell });
    }
    return found;
  });
}
