import { type Markish, rect, ruleX, text } from '@observablehq/plot';
import type { Chart, ChartSource } from '../chart.js';
import { ticksFromZero, X_AXIS_HEIGHT, xAxis } from '../drawing/axes.js';
import { HALO, MUTED, seriesColour } from '../drawing/chart-style.js';
import { drawChart, type Panel } from '../drawing/frame.js';
import { named } from '../drawing/marks.js';
import { shorten, widestText } from '../drawing/text-size.js';
import { type LockShare, type LockShareRow, lockShareRows } from './lock-shares.js';

/** Where threads wait for locks; null where no run tells. */
export function locksChart(sources: readonly ChartSource[]): Chart | null {
  const rows = lockShareRows(sources);
  if (rows.length === 0) return null;
  const classes = CLASSES.filter((lock) =>
    rows.some(({ shares }) => shares.some((share) => share.lock === lock)),
  );
  return drawChart({
    id: 'lock-waits',
    title: 'Where the wait goes',
    subtitle: `Part of their time that threads waited for a lock: ${classes.map((lock) => KEY[lock]).join(', ')}.`,
    description:
      'For each configuration, the part of the time of all its threads that went into waiting for locks, by class of lock, over all valid trials. The waits are estimated from those that were timed. Where the downstream lock has most of it, more pools cannot help.',
    sources,
    panels: [panelOf(rows.map((row, index) => placed(row, index, sources)))],
  });
}

const CLASSES = ['pool', 'downstream'] as const;

const KEY: Record<LockShare['lock'], string> = {
  pool: 'first (plain) the pool locks',
  downstream: 'behind it (outlined) the downstream locks',
};

const LINE_HEIGHT = 24;
const HALF_HEIGHT = 8;
const LONGEST_NAME = 44;

interface PlacedRow extends LockShareRow {
  readonly y: number;
  readonly name: string;
}

function placed(row: LockShareRow, index: number, sources: readonly ChartSource[]): PlacedRow {
  const full = sources.length > 1 ? `${row.label}, ${sources[row.source]!.name}` : row.label;
  return { ...row, y: LINE_HEIGHT * (index + 0.5), name: shorten(full, LONGEST_NAME) };
}

function panelOf(rows: readonly PlacedRow[]): Panel {
  const height = rows.length * LINE_HEIGHT;
  const marginTop = 4;
  const most = Math.max(...rows.map(({ shares }) => totalOf(shares))) || 1;
  const axis = {
    label: 'part of the time of all threads',
    ticks: ticksFromZero(most, 7),
    format: percent,
  };
  return {
    height: marginTop + height + X_AXIS_HEIGHT,
    options: {
      marginLeft: widestText(rows.map(({ name }) => name)) + 20,
      marginRight: widestText(rows.map(figuresOf)) + 16,
      marginTop,
      marginBottom: X_AXIS_HEIGHT,
      x: { domain: [0, most] },
      y: { domain: [height, 0], axis: null },
      marks: [
        xAxis(axis),
        ruleX([0], { stroke: MUTED }),
        text(rows, { x: () => 0, y: 'y', text: 'name', textAnchor: 'end', dx: -8 }),
        CLASSES.map((lock) => barsOf(rows, lock)),
        text(rows, {
          x: ({ shares }: PlacedRow) => totalOf(shares),
          y: 'y',
          text: figuresOf,
          textAnchor: 'start',
          dx: 8,
          ...HALO,
        }),
      ],
    },
  };
}

interface Bar {
  readonly x1: number;
  readonly x2: number;
  readonly y: number;
  readonly title: string;
}

function barsOf(rows: readonly PlacedRow[], lock: LockShare['lock']): Markish {
  const bars = rows.flatMap((row): Bar[] => {
    const at = row.shares.findIndex((share) => share.lock === lock);
    if (at < 0) return [];
    const { waitPercent, contended } = row.shares[at]!;
    const x1 = totalOf(row.shares.slice(0, at));
    const title = `${row.name}: ${percent(waitPercent)} of the time waiting for ${lock} locks, ${contended} contended acquisitions`;
    return [{ x1, x2: x1 + waitPercent, y: row.y, title }];
  });
  const colour = seriesColour(CLASSES.indexOf(lock));
  return rect(bars, {
    x1: 'x1',
    x2: 'x2',
    y1: ({ y }: Bar) => y - HALF_HEIGHT,
    y2: ({ y }: Bar) => y + HALF_HEIGHT,
    fill: colour,
    fillOpacity: lock === 'pool' ? 0.85 : 0.3,
    stroke: colour,
    title: 'title',
    render: named(`${lock}-wait`),
  });
}

function totalOf(shares: readonly LockShare[]): number {
  return shares.reduce((sum, { waitPercent }) => sum + waitPercent, 0);
}

function figuresOf({ shares }: PlacedRow): string {
  return shares.map(({ lock, waitPercent }) => `${lock} ${percent(waitPercent)}`).join(', ');
}

function percent(value: number): string {
  return `${Number(value.toPrecision(value >= 100 ? 3 : 2))} %`;
}
