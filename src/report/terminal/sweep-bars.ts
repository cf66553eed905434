import type { ChartSource } from '../charts/chart.js';
import { type SweepRow, sweepColumns, sweepRows } from '../run/sweep-table.js';
import { formatChange, formatRate } from '../text/format.js';
import { type Axis, linearAxis } from './axis.js';
import { barToLeft, barToRight, type Drawing, drawing } from './bar.js';
import type { Plot } from './layout.js';
import { colourOf, nameOf } from './plotted-rows.js';

/** What `cache_shard` gained over `cache` at every shard policy; null where no source has a sweep. */
export function sweepPlot(sources: readonly ChartSource[], unicode: boolean): Plot | null {
  const sweeps = sources.flatMap((source, index) => {
    const rows = source.document.source === 'imported' ? [] : sweepRows(source.document);
    return rows.length === 0 ? [] : [{ source, rows, colour: colourOf(index) }];
  });
  if (sweeps.length === 0) return null;
  const gains = sweeps.flatMap(({ rows }) => rows.map(gainOf)).filter((gain) => gain !== null);
  const axis = linearAxis(Math.min(0, ...gains), Math.max(0, ...gains), gainTick);
  return {
    titles: ['gain', 'cache_shard', 'cache'],
    groups: sweeps.map(({ source, rows, colour }) => ({
      heading: sources.length > 1 ? [nameOf(source)] : null,
      lines: rows.map((row) => ({
        names: [policyText(row, rows)],
        colour,
        figures: figuresOf(row),
        draw: (width) => drawGain(row, axis, width, unicode),
      })),
    })),
    axis: gains.length > 0 ? axis : null,
  };
}

/** Null where there is none to speak of. */
function gainOf({ same, cache, shard }: SweepRow): number | null {
  if (same || cache.itemsPerSecond === 0) return null;
  return shard.itemsPerSecond / cache.itemsPerSecond - 1;
}

/** Of no gain there is no sign to tell. */
function gainTick(gain: number): string {
  return gain === 0 ? '0 %' : formatChange(1 + gain);
}

/** `shards 4` */
function policyText(row: SweepRow, rows: readonly SweepRow[]): string {
  const [policy] = sweepColumns(rows);
  return `${policy!.title} ${policy!.text(row)}`;
}

function figuresOf(row: SweepRow): string[] {
  const gain = gainOf(row);
  return [
    gain === null ? '-' : formatChange(1 + gain),
    formatRate(row.shard.itemsPerSecond),
    formatRate(row.cache.itemsPerSecond),
  ];
}

function drawGain(row: SweepRow, axis: Axis, width: number, unicode: boolean): Drawing {
  const gain = gainOf(row);
  const zero = Math.round(axis.position(0, width));
  if (row.same) return drawing('same pods as cache', width);
  if (gain === null) return drawing('', width);
  const end = axis.position(gain, width);
  if (gain >= 0) return drawing(' '.repeat(zero) + barToRight(end - zero, unicode), width);
  return drawing(barToLeft(zero - end, unicode).padStart(zero), width);
}
