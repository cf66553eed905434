import { type Answer, answerOf } from '../../results/answer.js';
import type { Run } from '../../results/file/run-file.js';
import { MIN_TRIALS } from '../../results/statistics/comparison.js';
import { formatInterval, formatPercent, formatRate, formatRatio } from '../text/format.js';
import { baselineName, type RunRow, rowsOf } from './run-tables.js';

/** The answer in a sentence or two, with no more certainty than the trials give. */
export function headline(run: Run): string {
  const answer = answerOf(run);
  if (!answer) return 'There is no valid trial, so no figure to go by.';
  const rows = rowsOf(run);
  const [first] = rows;
  if (first && rows.length === 1) return loneHeadline(first);
  const best = rows.find(({ configuration }) => configuration.label === answer.best);
  const rate = `${formatRate(best?.summary.itemsPerSecond?.median ?? 0)} items/s`;
  const name = baselineName(run);
  if (name === null) {
    return `Highest median: ${answer.best}, ${rate}; no baseline to compare it with.`;
  }
  if (answer.best === run.baseline) return baselineBest(run, answer, name, rate);
  return `${against(answer, name, rate, run.threshold)}${alikeSentence(run, answer)}`;
}

/** How to read the table, for someone who sees it for the first time, a paragraph each. */
export function explainRun(run: Run): string[] {
  const compared = run.summary.some(({ comparison }) => comparison !== null);
  return [
    'Each row is one way to cut the CPUs into pods. A pod has one worker pool behind one lock, so fewer pools mean more CPUs contending for each. Scopes that cut alike were measured once and share a row.',
    `items/s: work items queued and run per second by ${run.threads === 1 ? 'the one thread' : `all ${run.threads} threads together`}, mean of n trials; ratios and the sweep go by the medians. p50, p90, p95: that part of the queue_work calls took at most this long, median of the trials.`,
    ...(compared
      ? [
          `Against the baseline, trials of the same round are paired: the ratio of the medians with its bootstrap interval, and the change in each round, mean ± stddev. better and worse need ${MIN_TRIALS} trials, an interval that leaves out "no change", a change above ${formatPercent(run.threshold)} and a signed-rank test at 1 %; else ~. The U test, blind to rounds, is a second opinion.`,
        ]
      : []),
    loopParagraph(run),
  ];
}

function loopParagraph({ arrivalsPerSecond, depth }: Run): string {
  if (arrivalsPerSecond !== null) {
    return 'Open loop: items begin at times set beforehand, and every latency is counted from there, however late the item was queued. Where the rate asked for is not reached, the delays grow to the end of the trial.';
  }
  return depth === 1
    ? 'Closed loop: a thread queues its next item only when its last one is done, so latencies are service times, not delays under a given load.'
    : `Closed loop: a thread has ${depth} items in flight and queues the next when one of them is done, so latencies are service times, not delays under a given load.`;
}

function loneHeadline({ configuration }: RunRow): string {
  return configuration.names.length === 1
    ? 'One configuration was measured: name more with --scopes or --shards to compare.'
    : 'All scopes asked for cut these CPUs alike, so there is nothing to compare: --shards 2 or --shard-size 2 makes cache_shard differ where an LLC has the cores, --topology models a larger machine.';
}

function baselineBest(run: Run, answer: Answer, name: string, rate: string): string {
  const few = run.summary.some(({ n }) => n > 0 && n < MIN_TRIALS);
  return `No configuration had a higher median than ${name}, ${rate}.${few ? ` ${MORE_TRIALS}` : alikeSentence(run, answer)}`;
}

const MORE_TRIALS = `A verdict takes --trials ${MIN_TRIALS} or more.`;

function against(
  { best, comparison, proven }: Answer,
  name: string,
  rate: string,
  threshold: number,
): string {
  if (comparison?.ratio == null) return `Highest median: ${best}, ${rate}; ${name} has none.`;
  const { ratio, ci95, n, verdict } = comparison;
  const interval = ci95 ? `, 95 % CI ${formatInterval(ci95.low, ci95.high, formatRatio)}` : '';
  const fact = `${best} did ${formatRatio(ratio)} the items/s of ${name}${interval} (${rate}, n=${n})`;
  switch (verdict) {
    case 'better':
      return proven
        ? `${fact}: it is faster.`
        : `${fact}: better than ${name}, but with so many configurations one may look so by chance: use more --trials.`;
    case 'worse':
    case 'no-difference':
      return `${fact}, but the trials do not prove a difference above ${formatPercent(threshold)}.`;
    case 'n-too-small':
      return `${fact}; ${n} ${n === 1 ? 'trial is' : 'trials are'} too few for a verdict: use --trials ${MIN_TRIALS} or more.`;
  }
}

/** Nothing to say where too few trials leave everything alike. */
function alikeSentence(run: Run, { best, alike }: Answer): string {
  const few = run.summary.some(({ n }) => n > 0 && n < MIN_TRIALS);
  const others = alike.filter((label) => label !== run.baseline);
  if (few || others.length === 0) return '';
  return ` Not proven slower than ${best}: ${others.join(', ')}.`;
}
