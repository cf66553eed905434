import type { Run } from '../results/run-file.js';
import { formatRate, formatRatio } from './format.js';
import { baselineName, type RunRow, rowsOf } from './run-tables.js';

/** Fewer trials than this carry no verdict. */
const ENOUGH_TRIALS = 10;

/** The answer in a sentence, with no more certainty than the trials give. */
export function headline(run: Run): string {
  const rows = rowsOf(run).filter((row) => row.summary.itemsPerSecond);
  const [first] = rows;
  if (!first) return 'There is no valid trial, so no figure to go by.';
  if (run.configurations.length === 1) return loneHeadline(first);
  const best = rows.reduce((best, row) => (meanOf(row) > meanOf(best) ? row : best));
  const baseline = rows.find(({ configuration }) => configuration.label === run.baseline);
  const name = baselineName(run);
  if (!baseline || name === null) {
    return `Highest mean: ${best.configuration.label}, ${rateOf(best)}; no baseline to compare it with.`;
  }
  if (best === baseline) return `No configuration had a higher mean than ${name}, ${rateOf(best)}.`;
  return comparison(best, baseline, name);
}

/** How to read the table, for someone who sees it for the first time, a paragraph each. */
export function explainRun(run: Run): string[] {
  return [
    'Each row is one way to cut the CPUs into pods. A pod has one worker pool behind one lock, so fewer pools mean more CPUs contending for each. Scopes that cut alike were measured once and share a row.',
    `items/s: work items queued and run per second by all ${run.threads} threads together, mean of n trials. p50, p90, p95: that part of the queue_work calls took at most this long, median of the trials.`,
    'Closed loop: a thread queues its next item only when its last one is done, so latencies are service times, not delays under a given load.',
  ];
}

function loneHeadline({ configuration }: RunRow): string {
  return configuration.names.length === 1
    ? 'One configuration was measured: name more with --scopes or --shards to compare.'
    : 'All scopes asked for cut these CPUs alike, so there is nothing to compare: --shards 2 or --shard-size 2 makes cache_shard differ where an LLC has the cores, --topology models a larger machine.';
}

function comparison(best: RunRow, baseline: RunRow, name: string): string {
  const ratio = formatRatio(meanOf(best) / meanOf(baseline));
  const fact = `${best.configuration.label} did ${ratio} the items/s of ${name} (${formatRate(meanOf(best))} against ${formatRate(meanOf(baseline))})`;
  const n = Math.min(best.summary.n, baseline.summary.n);
  if (n < ENOUGH_TRIALS) {
    return `${fact}; ${n} ${n === 1 ? 'trial is' : 'trials are'} too few for a verdict: use --trials ${ENOUGH_TRIALS} or more.`;
  }
  return withinSpread(best, baseline)
    ? `${fact}, but their ± ranges overlap: a difference within the spread of the trials.`
    : `${fact}; their ± ranges do not overlap.`;
}

function withinSpread(a: RunRow, b: RunRow): boolean {
  return Math.abs(meanOf(a) - meanOf(b)) <= stddevOf(a) + stddevOf(b);
}

function rateOf(row: RunRow): string {
  return `${formatRate(meanOf(row))} items/s`;
}

function meanOf({ summary }: RunRow): number {
  return summary.itemsPerSecond?.mean ?? 0;
}

function stddevOf({ summary }: RunRow): number {
  return summary.itemsPerSecond?.stddev ?? 0;
}
