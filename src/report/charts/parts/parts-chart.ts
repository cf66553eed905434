import type { Part } from '../../../results/file/prediction-schema.js';
import { PART_TITLES, type PartRow, partRows, partsShown } from '../../machine/part-rows.js';
import { formatNs } from '../../text/format.js';
import type { Chart, ChartSource } from '../chart.js';
import { drawChart } from '../drawing/frame.js';
import { type StackedRow, stackedBars } from '../drawing/stacked-bars.js';

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
      stackedBars(
        rows.map((row) => stacked(row, shown, sources.length > 1)),
        shown.map((part) => `part-${part}`),
        { label: 'round trip', format: formatNs },
      ),
    ],
  });
}

function stacked(
  { label, source, parts }: PartRow & { readonly source: string },
  shown: readonly Part[],
  isOneOfSeveral: boolean,
): StackedRow {
  return {
    name: isOneOfSeveral ? `${label}, ${source}` : label,
    figures: formatNs(shown.reduce((sum, part) => sum + parts[part], 0)),
    segments: shown.map((part) => ({
      length: parts[part],
      title: `${formatNs(parts[part])} ${PART_TITLES[part]}`,
    })),
  };
}
