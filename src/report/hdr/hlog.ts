import { HistogramLogWriter } from 'hdr-histogram-js';
import type { Run } from '../../results/file/run-file.js';
import type { TrialHistogram } from '../../results/histograms/trial-histograms.js';
import { noticesOf } from '../run/notices.js';
import { seriesNames } from './series-names.js';

/** Values are in ns, and so is the interval's maximum. */
const MAX_VALUE_UNIT_RATIO = 1;

/**
 * A run as HdrHistogram's interval log: for each trial and series an interval that lasts as long as
 * the trial, tagged with configuration and series; start times in seconds since the run's start.
 */
export function renderHlog(run: Run, histograms: readonly TrialHistogram[]): string {
  const lines: string[] = [];
  const writer = new HistogramLogWriter((line) => lines.push(line));
  const startMs = startOf(run);
  writer.outputComment(`wqbench ${run.toolVersion}; all values in ns`);
  for (const notice of noticesOf(run)) writer.outputComment(notice.replaceAll(/\s+/g, ' '));
  writer.outputLogFormatVersion();
  // The writer's own start time has the local time zone's name in it, and so differs by machine.
  const seconds = (startMs / 1000).toFixed(3);
  writer.outputComment(
    `[StartTime: ${seconds} (seconds since epoch), ${new Date(startMs).toISOString()}]`,
  );
  writer.outputComment(`[BaseTime: ${seconds} (seconds since epoch)]`);
  writer.outputLegend();
  const nameOf = seriesNames(run.configurations.map(({ label }) => label));
  for (const { trial, series, histogram } of histograms) {
    const start = (Date.parse(trial.startedAt) - startMs) / 1000;
    histogram.tag = nameOf(trial.label, series);
    const end = start + trial.elapsedNs / 1e9;
    writer.outputIntervalHistogram(histogram, start, end, MAX_VALUE_UNIT_RATIO);
  }
  return lines.join('');
}

/** In ms since the epoch; readers drop intervals that start before it. */
function startOf(run: Run): number {
  const times = [run.startedAt, ...run.trials.map(({ startedAt }) => startedAt)];
  return Math.min(...times.map((time) => Date.parse(time)));
}
