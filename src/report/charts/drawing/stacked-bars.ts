import { type Markish, rect, ruleX, text } from '@observablehq/plot';
import { ticksFromZero, X_AXIS_HEIGHT, xAxis } from './axes.js';
import { HALO, MUTED, seriesColour } from './chart-style.js';
import type { Panel } from './frame.js';
import { named } from './marks.js';
import { shorten, widestText } from './text-size.js';

/** A bar cut into segments, with its name before it and its figures behind it. */
export interface StackedRow {
  readonly name: string;
  readonly figures: string;
  /** By class; null where the row has none of it. */
  readonly segments: readonly (Segment | null)[];
}

export interface Segment {
  /** In the unit of the axis. */
  readonly length: number;
  /** What pointing at it tells, behind the name of the row. */
  readonly title: string;
}

export interface StackedAxis {
  readonly label: string;
  readonly format: (value: number) => string;
}

const LINE_HEIGHT = 24;
const HALF_HEIGHT = 8;
const LONGEST_NAME = 44;

/** `classes`: the mark of each class. Every other one is pale, so that neighbours differ on paper. */
export function stackedBars(
  rows: readonly StackedRow[],
  classes: readonly string[],
  { label, format }: StackedAxis,
): Panel {
  const placed = rows.map((row, index) => ({
    ...row,
    name: shorten(row.name, LONGEST_NAME),
    y: LINE_HEIGHT * (index + 0.5),
    total: lengthOf(row.segments),
  }));
  const height = rows.length * LINE_HEIGHT;
  const marginTop = 4;
  const most = Math.max(...placed.map(({ total }) => total)) || 1;
  return {
    height: marginTop + height + X_AXIS_HEIGHT,
    options: {
      marginLeft: widestText(placed.map(({ name }) => name)) + 20,
      marginRight: widestText(placed.map(({ figures }) => figures)) + 16,
      marginTop,
      marginBottom: X_AXIS_HEIGHT,
      x: { domain: [0, most] },
      y: { domain: [height, 0], axis: null },
      marks: [
        xAxis({ label, ticks: ticksFromZero(most, 7), format }),
        ruleX([0], { stroke: MUTED }),
        text(placed, { x: () => 0, y: 'y', text: 'name', textAnchor: 'end', dx: -8 }),
        classes.map((mark, at) => barsOf(placed, mark, at)),
        text(placed, { x: 'total', y: 'y', text: 'figures', textAnchor: 'start', dx: 8, ...HALO }),
      ],
    },
  };
}

interface PlacedRow extends StackedRow {
  readonly y: number;
}

interface Bar {
  readonly x1: number;
  readonly x2: number;
  readonly y: number;
  readonly title: string;
}

function barsOf(rows: readonly PlacedRow[], mark: string, at: number): Markish {
  const bars = rows.flatMap(({ segments, name, y }): Bar[] => {
    const segment = segments[at];
    if (!segment) return [];
    const x1 = lengthOf(segments.slice(0, at));
    return [{ x1, x2: x1 + segment.length, y, title: `${name}: ${segment.title}` }];
  });
  const colour = seriesColour(at);
  return rect(bars, {
    x1: 'x1',
    x2: 'x2',
    y1: ({ y }: Bar) => y - HALF_HEIGHT,
    y2: ({ y }: Bar) => y + HALF_HEIGHT,
    fill: colour,
    fillOpacity: at % 2 === 0 ? 0.85 : 0.3,
    stroke: colour,
    title: 'title',
    render: named(mark),
  });
}

function lengthOf(segments: StackedRow['segments']): number {
  return segments.reduce((sum, segment) => sum + (segment?.length ?? 0), 0);
}
