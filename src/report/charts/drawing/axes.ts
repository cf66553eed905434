import { axisX, axisY, gridX, gridY, type Markish, text } from '@observablehq/plot';
import { MUTED, RULE } from './chart-style.js';
import { formatNsTick, type LogDomain, logTicks } from './log-scale.js';
import { textWidth } from './text-size.js';

export interface Axis {
  /** With its unit; says so where the scale is a log one. */
  readonly label: string | null;
  readonly ticks: readonly number[];
  readonly format: (value: number) => string;
}

/** Room that an axis with a label takes below a plot. */
export const X_AXIS_HEIGHT = 44;

/** Round values from 0 to `most`, about `count` of them. */
export function ticksFromZero(most: number, count: number): number[] {
  const rough = most / count;
  const decade = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 5].find((factor) => factor * decade >= rough) ?? 10) * decade;
  return Array.from({ length: Math.floor(most / step + 1e-9) + 1 }, (_, index) => index * step);
}

/** Below the plot, with a grid; also above it for a plot so tall that one end is out of sight. */
export function xAxis({ label, ticks, format }: Axis, alsoAbove = false): Markish[] {
  const options = { ...COMMON, tickPadding: X_PADDING, ticks: [...ticks], text: format };
  return [
    gridX({ ticks: [...ticks], stroke: RULE, strokeOpacity: 1, ariaHidden: 'true' }),
    axisX({
      ...options,
      label,
      labelAnchor: 'center',
      labelOffset: 40,
      labelArrow: 'none',
      anchor: 'bottom',
    }),
    ...(alsoAbove ? [axisX({ ...options, label: null, anchor: 'top' })] : []),
  ];
}

/** Left of the plot, with a grid; its label lies flat above it, from the plot's edge on. */
export function yAxis({ label, ticks, format }: Axis, marginLeft: number): Markish[] {
  const options = { ...COMMON, ticks: [...ticks], text: format };
  return [
    gridY({ ticks: [...ticks], stroke: RULE, strokeOpacity: 1, ariaHidden: 'true' }),
    axisY({ ...options, label: null }),
    text(label === null ? [] : [label], {
      frameAnchor: 'top-left',
      textAnchor: 'start',
      dx: 8 - marginLeft,
      dy: -20,
      fill: MUTED,
    }),
  ];
}

/** The ticks, from the first on, whose texts do not run into each other. */
export function uncrowded(
  ticks: readonly number[],
  format: (value: number) => string,
  placeOf: (value: number) => number,
): number[] {
  let free = Number.NEGATIVE_INFINITY;
  return ticks.filter((tick) => {
    const half = textWidth(format(tick)) / 2;
    if (placeOf(tick) - half < free) return false;
    free = placeOf(tick) + half + TICK_GAP;
    return true;
  });
}

/** Round values in ns, as many as have room. */
export function logAxisTicks(domain: LogDomain, placeOf: (value: number) => number): number[] {
  const choices = [12, 9, 6, 4, 3].map((most) => logTicks(domain, most));
  const fits = (ticks: readonly number[]) =>
    uncrowded(ticks, formatNsTick, placeOf).length === ticks.length;
  return choices.find(fits) ?? uncrowded(choices.at(-1)!, formatNsTick, placeOf);
}

const TICK_GAP = 8;
/** Below, clear of the label of the y axis at the corner. */
const X_PADDING = 9;
const COMMON = { tickSize: 0, tickPadding: 6, color: MUTED } as const;
