import type { Rate } from '../../results/file/summary-schema.js';
import { formatInterval, formatRate } from '../text/format.js';
import { type Axis, cellOf, linearAxis } from './axis.js';
import { barToRight, type Drawing, drawing, withRange } from './bar.js';
import type { Plot } from './layout.js';
import { linesOf, type PlottedGroup } from './plotted-rows.js';

export const NO_VALID_TRIAL = 'no valid trial';

/** Median items/s of every row as a bar from zero, with its interval. */
export function throughputPlot(groups: readonly PlottedGroup[], unicode: boolean): Plot {
  const rates = groups.flatMap(({ rows }) =>
    rows.flatMap(({ summary }) => summary.itemsPerSecond ?? []),
  );
  const ends = rates.map(({ median, ci95 }) => Math.max(median, ci95?.high ?? 0));
  const axis = linearAxis(0, Math.max(0, ...ends), formatRate);
  return {
    titles: ['median', '95 % CI'],
    groups: linesOf(groups, ({ summary: { itemsPerSecond, n } }) =>
      itemsPerSecond
        ? {
            figures: [formatRate(itemsPerSecond.median), intervalText(itemsPerSecond, n)],
            draw: (width) => drawRate(itemsPerSecond, axis, width, unicode),
          }
        : { figures: ['', ''], draw: (width) => drawing(NO_VALID_TRIAL, width) },
    ),
    axis: rates.length > 0 ? axis : null,
  };
}

function intervalText({ ci95 }: Rate, n: number): string {
  return ci95 ? formatInterval(ci95.low, ci95.high, formatRate) : `none, n=${n}`;
}

function drawRate({ median, ci95 }: Rate, axis: Axis, width: number, unicode: boolean): Drawing {
  const bar = barToRight(axis.position(median, width), unicode);
  if (!ci95) return drawing(bar, width);
  const [low, middle, high] = [ci95.low, median, ci95.high].map((rate) =>
    cellOf(axis, rate, width),
  );
  return withRange(bar, { low: low!, middle: middle!, high: high! }, width, unicode);
}
