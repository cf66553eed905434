import type { Rate } from '../../../results/file/summary-schema.js';
import type { ChartSource } from '../chart.js';
import { type DrawnTrial, drawnTrials } from '../trial-states.js';

/** A configuration of one source. */
export interface Row {
  readonly source: number;
  readonly label: string;
  /** As executed. */
  readonly trials: readonly DrawnTrial[];
  /** Over the valid trials. */
  readonly rate: Rate | null;
}

/** The rows with trials, those of one label together, in the order in which labels first come up. */
export function throughputRows(sources: readonly ChartSource[]): Row[] {
  const labels = new Set(
    sources.flatMap(({ document }) => document.configurations.map(({ label }) => label)),
  );
  return [...labels].flatMap((label) =>
    sources.flatMap((source, index) => {
      const trials = drawnTrials(source, label);
      const rate = rateOf(source.document, label);
      return trials.length === 0 ? [] : [{ source: index, label, trials, rate }];
    }),
  );
}

function rateOf(document: ChartSource['document'], label: string): Rate | null {
  const summaries: readonly { label: string; itemsPerSecond: Rate | null }[] = document.summary;
  return summaries.find((summary) => summary.label === label)?.itemsPerSecond ?? null;
}
