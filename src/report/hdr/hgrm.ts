import type { Run } from '../../results/file/run-file.js';
import { SERIES } from '../../results/file/trial-schema.js';
import { mergeHistograms } from '../../results/histograms/histograms.js';
import type { TrialHistogram } from '../../results/histograms/trial-histograms.js';
import { noticesOf } from '../run/notices.js';
import { seriesNames } from './series-names.js';

export interface NamedText {
  readonly name: string;
  readonly text: string;
}

/**
 * HdrHistogram's default. Rows fall on percentiles that depend on it alone, so with one value for
 * all files a row number means the same percentile in each, as plotters that join by row need it.
 */
const TICKS_PER_HALF_DISTANCE = 5;

/**
 * Percentile distributions as HdrHistogram prints them, one file a configuration and series, over
 * all its trials; values in ns. A configuration without valid trials has none.
 */
export function hgrmFiles(run: Run, histograms: readonly TrialHistogram[]): NamedText[] {
  const labels = run.configurations.map(({ label }) => label);
  const nameOf = seriesNames(labels);
  const notices = noticesOf(run).map((notice) => `# ${oneLine(notice)}\n`);
  return labels.flatMap((label) =>
    SERIES.flatMap((series) => {
      const found = histograms.filter((one) => one.trial.label === label && one.series === series);
      if (found.length === 0) return [];
      const merged = mergeHistograms(found.map(({ histogram }) => histogram));
      const text = merged.outputPercentileDistribution(TICKS_PER_HALF_DISTANCE, 1);
      return [{ name: `${nameOf(label, series)}-ns.hgrm`, text: text + notices.join('') }];
    }),
  );
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ');
}
