import { histogramProblem } from '../../histograms/trial-histograms.js';
import { fairnessOf } from '../../trial-record.js';
import type { PairLatency } from '../pair-latency-schema.js';
import type { Run } from '../run-file.js';
import { type Latency, SERIES, type Series, type TrialRecord } from '../trial-schema.js';
import { type Check, problemIn, problemInEach } from './check.js';
import { kworkersProblem } from './kworker-problems.js';

/** A trial beside what else tells the same. */
export interface TrialInRun {
  readonly trial: TrialRecord;
  readonly run: Omit<Run, 'trials' | 'configurations' | 'summary'>;
  readonly nr_pods: number;
  /** Pool of each CPU. */
  readonly poolOf: ReadonlyMap<number, number>;
  /** CPUs of each pod. */
  readonly podSizes: readonly number[];
}

/** What contradicts itself in a trial of a run, as `path: problem`. */
export function trialProblem(given: TrialInRun): string | null {
  const { threads, pools, downstream, coreToCore } = given.trial;
  return (
    problemIn(given, TRIAL) ??
    problemInEach('threads', threads, ({ cpu, pool }) =>
      pool === given.poolOf.get(cpu) ? null : `pool: ${pool}, but CPU ${cpu} is not in its pod`,
    ) ??
    kworkersProblem(given) ??
    problemInEach('pools', pools, (pool, index) =>
      pool.pool === index
        ? problemIn({ lock: pool, run: given.run }, LOCK)
        : `pool: ${pool.pool} in place of ${index}`,
    ) ??
    problemInEach('downstream', downstream, (lock, index) =>
      lock.lock === index
        ? problemIn({ lock, run: given.run }, LOCK)
        : `lock: ${lock.lock} in place of ${index}`,
    ) ??
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
    ({ trial: { threads }, run }) =>
      run.kworkers === 'inline' &&
      new Set(threads.map(({ cpu }) => cpu)).size < threads.length &&
      'two of them have one CPU',
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
  [
    'workNs',
    ({ trial: { workNs }, run: { workload } }) =>
      (workNs === null) !== (workload === 'microbench') &&
      `${workNs === null ? 'null' : 'given'}, but the workload is ${workload}`,
  ],
  [
    'workNs',
    ({ trial: { workNs } }) =>
      workNs !== null && !fallsNowhere(workNs) && 'percentiles must not fall from p50 to max',
  ],
  [
    'workNs.samples',
    ({ trial: { valid, workNs, queueNs } }) =>
      valid &&
      workNs !== null &&
      workNs.samples !== queueNs.samples &&
      `${workNs.samples}, but queueNs has ${queueNs.samples}`,
  ],
  [
    'downstream',
    ({ trial: { downstream }, run: { workload } }) =>
      downstream.length > 0 !== workload.startsWith('downstream') &&
      `${downstream.length} locks, but the workload is ${workload}`,
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

function fallsNowhere({ p50, p90, p95, p99, max }: Latency): boolean {
  return p50 <= p90 && p90 <= p95 && p95 <= p99 && p99 <= max;
}

/** Of a pool, or one that items take. */
interface LockInTrial {
  readonly lock: Omit<TrialRecord['downstream'][number], 'lock'>;
  readonly run: TrialInRun['run'];
}

const LOCK: readonly Check<LockInTrial>[] = [
  [
    'contended',
    ({ lock: { contended, acquisitions } }) =>
      contended > acquisitions && `${contended} of ${acquisitions} acquisitions`,
  ],
  [
    'heldNs',
    ({ lock: { heldNs }, run: { lockStats } }) =>
      (heldNs !== null) !== lockStats && `${heldNs}, but lockStats is ${lockStats}`,
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
