import { type Markish, rect, ruleX, text } from '@observablehq/plot';
import type { Part } from '../../../results/file/prediction-schema.js';
import { PART_TITLES, type PartRow, partRows, partsShown } from '../../machine/part-rows.js';
import { formatNs } from '../../text/format.js';
import type { Chart, ChartSource } from '../chart.js';
import { ticksFromZero, X_AXIS_HEIGHT, xAxis } from '../drawing/axes.js';
import { HALO, MUTED, seriesColour } from '../drawing/chart-style.js';
import { drawChart, type Panel } from '../drawing/frame.js';
import { named } from '../drawing/marks.js';
import { shorten, widestText } from '../drawing/text-size.js';

/** Where an item's time goes, of predicted runs; null where there is none. */
export function partsChart(sources: readonly ChartSource[]): Chart | null {
  const rows = sources.flatMap(({ document, name }) => {
    if (document.source !== 'predicted') return [];
    return partRows(document).map((row) => ({ ...row, source: name }));
  });
  if (rows.length === 0) return null;
  const shown = partsShown(rows);
  return drawChart({
    id: 'item-parts',
    title: 'Where the time of an item goes',
    subtitle: `Predicted, mean of an item, from left to right: ${shown.map((part) => PART_TITLES[part]).join(', ')}.`,
    description:
      'For each configuration of a predicted run, the round trip of an item cut into its waits and its work: for the lock, under the lock, waking under the lock, from a wake-up to running, in a run queue, on the worklist while all kworkers are busy, the work, the wait downstream, waking the submitter. Medians over the trials.',
    sources,
    panels: [
      panelOf(
        rows.map((row, index) => placed(row, index, sources.length > 1)),
        shown,
      ),
    ],
  });
}

const LINE_HEIGHT = 24;
const HALF_HEIGHT = 8;
const LONGEST_NAME = 44;

interface PlacedRow extends PartRow {
  readonly y: number;
  readonly name: string;
}

function placed(
  row: PartRow & { readonly source: string },
  index: number,
  tell: boolean,
): PlacedRow {
  const full = tell ? `${row.label}, ${row.source}` : row.label;
  return { ...row, y: LINE_HEIGHT * (index + 0.5), name: shorten(full, LONGEST_NAME) };
}

function panelOf(rows: readonly PlacedRow[], shown: readonly Part[]): Panel {
  const height = rows.length * LINE_HEIGHT;
  const marginTop = 4;
  const totalOf = ({ parts }: PlacedRow) => shown.reduce((sum, part) => sum + parts[part], 0);
  const total = (row: PlacedRow) => formatNs(totalOf(row));
  const most = Math.max(...rows.map(totalOf)) || 1;
  return {
    height: marginTop + height + X_AXIS_HEIGHT,
    options: {
      marginLeft: widestText(rows.map(({ name }) => name)) + 20,
      marginRight: widestText(rows.map(total)) + 16,
      marginTop,
      marginBottom: X_AXIS_HEIGHT,
      x: { domain: [0, most] },
      y: { domain: [height, 0], axis: null },
      marks: [
        xAxis({ label: 'round trip', ticks: ticksFromZero(most, 7), format: formatNs }),
        ruleX([0], { stroke: MUTED }),
        text(rows, { x: () => 0, y: 'y', text: 'name', textAnchor: 'end', dx: -8 }),
        shown.map((_, at) => barsOf(rows, shown, at)),
        text(rows, { x: totalOf, y: 'y', text: total, textAnchor: 'start', dx: 8, ...HALO }),
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

/** Of one part: colours repeat after seven, so every other one is paler. */
function barsOf(rows: readonly PlacedRow[], shown: readonly Part[], at: number): Markish {
  const part = shown[at]!;
  const bars = rows.map(({ parts, name, y }): Bar => {
    const x1 = shown.slice(0, at).reduce((sum, before) => sum + parts[before], 0);
    const title = `${name}: ${formatNs(parts[part])} ${PART_TITLES[part]}`;
    return { x1, x2: x1 + parts[part], y, title };
  });
  return rect(bars, {
    x1: 'x1',
    x2: 'x2',
    y1: ({ y }: Bar) => y - HALF_HEIGHT,
    y2: ({ y }: Bar) => y + HALF_HEIGHT,
    fill: seriesColour(at),
    fillOpacity: at % 2 === 0 ? 0.85 : 0.3,
    stroke: seriesColour(at),
    title: 'title',
    render: named(`part-${part}`),
  });
}
