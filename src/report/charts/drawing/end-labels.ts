import { link, type Markish, text } from '@observablehq/plot';
import { HALO } from './chart-style.js';
import type { Places } from './log-scale.js';
import { spread } from './spread.js';
import { shorten, widestText } from './text-size.js';

/** Where a line ends, in the units of the axes, and what it is called. */
export interface LineEnd {
  readonly text: string;
  readonly colour: string;
  readonly x: number;
  readonly y: number;
}

/** A plot's axes: x from its left edge, y from its bottom. */
export interface PlotPlaces {
  readonly x: Places;
  readonly y: Places;
  readonly width: number;
  readonly height: number;
}

export const LABEL_GAP = 15;

const LEADER = 26;
const LONGEST_LABEL = 34;

/** Margin that `endLabels` need right of the plot. */
export function endLabelsWidth(texts: readonly string[]): number {
  return LEADER + widestText(texts.map(shown)) + 8;
}

/** Right of the plot, apart from each other, each led to from the end of its line. */
export function endLabels(ends: readonly LineEnd[], places: PlotPlaces): Markish[] {
  const { x, y, width, height } = places;
  const wanted = ends.map((end) => y.placeOf(end.y));
  const heights = spread(wanted, LABEL_GAP, 0, height);
  const labels = ends.map((end, index) => ({
    text: shown(end.text),
    colour: end.colour,
    fromX: end.x,
    fromY: end.y,
    x: x.valueAt(width + LEADER - 4),
    y: y.valueAt(heights[index]!),
  }));
  return [
    link(labels, {
      x1: 'fromX',
      y1: 'fromY',
      x2: 'x',
      y2: 'y',
      stroke: 'colour',
      strokeOpacity: 0.6,
      strokeDasharray: '1 3',
    }),
    text(labels, { x: 'x', y: 'y', text: 'text', textAnchor: 'start', dx: 4, ...HALO }),
  ];
}

function shown(text: string): string {
  return shorten(text, LONGEST_LABEL);
}
