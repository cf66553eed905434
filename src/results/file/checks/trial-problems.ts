import { histogramProblem } from '../../histograms/trial-histograms.js';
import { fairnessOf } from '../../trial-record.js';
import type { PairLatency } from '../pair-latency-schema.js';
import type { Run } from '../run-file.js';
import { type SampledLatency, SERIES, type Series, type TrialRecord } from '../trial-schema.js';
import { type Check, problemIn, problemInEach } from './check.js';

/** A trial beside what else tells the same. */
export interface TrialInRun {
  readonly trial: TrialRecord;
  readonly run: Pick<Run, 'threads' | 'itemsPerThread' | 'sampleEvery'>;
  readonly nr_pods: number;
  /** Pool of each CPU. */
  readonly poolOf: ReadonlyMap<number, number>;
}

/** What contradicts itself in a trial of a run, as `path: problem`. */
export function trialProblem(given: TrialInRun): string | null {
  const { threads, pools, coreToCore } = given.trial;
  return (
    problemIn(given, TRIAL) ??
    problemInEach('threads', threads, ({ cpu, pool }) =>
      pool === given.poolOf.get(cpu) ? null : `pool: ${pool}, but CPU ${cpu} is not in its pod`,
    ) ??
    problemInEach('pools', pools, (pool, index) => problemIn({ ...pool, index }, POOL)) ??
    problemInEach('coreToCore', coreToCore, (pair) => problemIn(pair, PAIR)) ??
    histogramProblem(given.trial)
  );
}

/** Relative difference that rounding can leave between a figure and what it follows from. */
const ROUNDING = 1e-6;

/** Samples are 32-bit words. */
const LONGEST_NS = 2 ** 32 - 1;

const TRIAL: readonly Check<TrialInRun>[] = [
  [
    'valid',
    ({ trial: { valid, violations } }) =>
      valid !== (violations.length === 0) && `${valid}, but violations has ${violations.length}`,
  ],
  [
    'threads',
    ({ trial: { threads }, run }) =>
      threads.length !== run.threads && `${threads.length}, but the run has ${run.threads}`,
  ],
  [
    'threads',
    ({ trial: { threads } }) =>
      new Set(threads.map(({ cpu }) => cpu)).size < threads.length && 'two of them have one CPU',
  ],
  [
    'items',
    ({ trial: { valid, items }, run: { threads, itemsPerThread } }) =>
      valid &&
      items !== threads * itemsPerThread &&
      `${items}, but ${threads} threads queued ${itemsPerThread} each`,
  ],
  [
    'elapsedNs',
    ({ trial: { valid, elapsedNs } }) =>
      valid && !(elapsedNs >= 1) && `${elapsedNs} is less than any trial takes`,
  ],
  [
    'itemsPerSecond',
    ({ trial: { items, elapsedNs, itemsPerSecond } }) =>
      !near(itemsPerSecond, (items / elapsedNs) * 1e9) &&
      `${itemsPerSecond} does not follow from items and elapsedNs`,
  ],
  [
    'fairness',
    ({ trial: { threads, fairness } }) =>
      !near(fairness ?? 0, fairnessOf(threads) ?? 0) &&
      `${fairness} does not follow from the rates of threads`,
  ],
  [
    'pools',
    ({ trial: { pools }, nr_pods }) =>
      pools.length !== nr_pods && `${pools.length}, but the configuration has ${nr_pods} pods`,
  ],
  ...SERIES.flatMap(seriesChecks),
];

function seriesChecks(series: Series): Check<TrialInRun>[] {
  return [
    [
      series,
      ({ trial }) => !fallsNowhere(trial[series]) && 'percentiles must not fall from p50 to max',
    ],
    [
      `${series}.max`,
      ({
        trial: {
          [series]: { max },
        },
      }) => max > LONGEST_NS && `${max} is longer than anything timed`,
    ],
    [
      `${series}.samples`,
      ({
        trial: {
          valid,
          [series]: { samples },
        },
        run: { threads, itemsPerThread, sampleEvery },
      }) =>
        valid &&
        samples !== threads * Math.ceil(itemsPerThread / sampleEvery) &&
        `${samples}, but ${threads} threads timed one in ${sampleEvery} of ${itemsPerThread} items`,
    ],
  ];
}

function near(value: number, expected: number): boolean {
  return value === expected || Math.abs(value / expected - 1) <= ROUNDING;
}

function fallsNowhere({ p50, p90, p95, p99, max }: SampledLatency): boolean {
  return p50 <= p90 && p90 <= p95 && p95 <= p99 && p99 <= max;
}

const POOL: readonly Check<TrialRecord['pools'][number] & { readonly index: number }>[] = [
  ['pool', ({ pool, index }) => pool !== index && `${pool} in place of ${index}`],
  [
    'contended',
    ({ contended, acquisitions }) =>
      contended > acquisitions && `${contended} of ${acquisitions} acquisitions`,
  ],
];

const PAIR: readonly Check<PairLatency>[] = [
  ['cpus', ({ cpus: [a, b] }) => a >= b && `${a} must come before ${b}`],
  [
    'medianNs',
    ({ p10Ns, medianNs, p90Ns }) =>
      !(p10Ns <= medianNs && medianNs <= p90Ns) && `${medianNs} is not within p10Ns to p90Ns`,
  ],
];
