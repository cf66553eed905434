import { axisX, axisY, gridX, gridY, type Markish } from '@observablehq/plot';
import { MUTED, RULE } from './chart-style.js';

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
  const options = { ...COMMON, ticks: [...ticks], tickFormat: format };
  return [
    gridX({ ticks: [...ticks], stroke: RULE, strokeOpacity: 1, ariaHidden: 'true' }),
    axisX({
      ...options,
      label,
      labelAnchor: 'center',
      labelOffset: 38,
      labelArrow: 'none',
      anchor: 'bottom',
    }),
    ...(alsoAbove ? [axisX({ ...options, label: null, anchor: 'top' })] : []),
  ];
}

/** Left of the plot, with a grid; its label lies flat above it. */
export function yAxis({ label, ticks, format }: Axis): Markish[] {
  const options = { ...COMMON, ticks: [...ticks], tickFormat: format };
  return [
    gridY({ ticks: [...ticks], stroke: RULE, strokeOpacity: 1, ariaHidden: 'true' }),
    axisY({ ...options, label: null }),
    ...(label === null ? [] : [flatLabel(label)]),
  ];
}

const COMMON = { tickSize: 0, tickPadding: 6, color: MUTED } as const;

function flatLabel(label: string): Markish {
  return axisY({ ticks: [], label, labelAnchor: 'top', labelArrow: 'none', color: MUTED });
}
