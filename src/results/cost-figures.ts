import { sumOf } from '../core/sum-of.js';
import type { LockClass, Scheduler } from './file/summary-schema.js';
import type { CpuUse, PoolKworkers, TrialRecord, WorkLatency } from './file/trial-schema.js';
import { median } from './statistics/sample.js';

/** What the trials of a configuration took besides time: kworkers, CPUs, locks, switches. */
export interface CostFigures {
  readonly workNs: WorkLatency | null;
  readonly kworkers: PoolKworkers | null;
  readonly cpuUse: CpuUse | null;
  readonly deviceUtilPercent: number | null;
  readonly locks: readonly LockClass[];
  readonly scheduler: Scheduler | null;
}

const KWORKER_FIGURES = [
  'created',
  'peakBusy',
  'wakeUps',
  'foundNoneIdle',
  'submittersWoken',
] as const;

/** Over the valid trials of one configuration: medians, but of locks the sums. */
export function costFigures(trials: readonly TrialRecord[]): CostFigures {
  return {
    workNs: workNsOver(trials),
    kworkers: kworkersOver(known(trials.map(kworkersOfPools))),
    cpuUse: medians(known(trials.map(({ cpuUse }) => cpuUse)), [
      'userPercent',
      'systemPercent',
      'stealPercent',
      'ownPercent',
    ]),
    deviceUtilPercent: medianOrNull(known(trials.map(({ device }) => device?.utilPercent ?? null))),
    locks: [
      ...lockClass('pool', trials, ({ pools }) => pools),
      ...lockClass('downstream', trials, ({ downstream }) => downstream),
    ],
    scheduler: trials.length === 0 ? null : schedulerOver(trials),
  };
}

/** Time of all threads together, in the valid trials of a configuration. */
export function threadNs(trials: readonly TrialRecord[], label: string): number {
  const own = trials.filter((trial) => trial.valid && trial.label === label);
  return own.reduce(
    (sum, { elapsedNs, threads, kworkers }) =>
      sum + elapsedNs * (threads.length + (kworkers?.length ?? 0)),
    0,
  );
}

function workNsOver(trials: readonly TrialRecord[]): WorkLatency | null {
  const series = known(trials.map(({ workNs }) => workNs));
  const figures = medians(series, ['mean', 'p50', 'p90', 'p95', 'p99']);
  return figures && { ...figures, max: Math.max(...series.map(({ max }) => max)) };
}

/** Peaks of several pools need not coincide; their sum is what the pools had in all. */
function kworkersOfPools({ pools }: TrialRecord): PoolKworkers | null {
  const own = known(pools.map(({ kworkers }) => kworkers));
  if (own.length < pools.length) return null;
  return {
    created: sumOf(own, ({ created }) => created),
    peakBusy: sumOf(own, ({ peakBusy }) => peakBusy),
    wakeUps: sumOf(own, ({ wakeUps }) => wakeUps),
    foundNoneIdle: sumOf(own, ({ foundNoneIdle }) => foundNoneIdle),
    submittersWoken: sumOf(own, ({ submittersWoken }) => submittersWoken),
    wakeNs: medianOrNull(known(own.map(({ wakeNs }) => wakeNs))),
  };
}

function kworkersOver(trials: readonly PoolKworkers[]): PoolKworkers | null {
  const figures = medians(trials, KWORKER_FIGURES);
  return figures && { ...figures, wakeNs: medianOrNull(known(trials.map(({ wakeNs }) => wakeNs))) };
}

type LockRecord = TrialRecord['pools'][number] | TrialRecord['downstream'][number];

function lockClass(
  name: LockClass['class'],
  trials: readonly TrialRecord[],
  locksOf: (trial: TrialRecord) => readonly LockRecord[],
): LockClass[] {
  const locks = trials.flatMap(locksOf);
  if (locks.length === 0) return [];
  const held = known(locks.map(({ heldNs }) => heldNs));
  return [
    {
      class: name,
      locks: Math.max(...trials.map((trial) => locksOf(trial).length)),
      acquisitions: sumOf(locks, ({ acquisitions }) => acquisitions),
      contended: sumOf(locks, ({ contended }) => contended),
      waitNs: sumOf(locks, ({ waitNs }) => waitNs),
      maxWaitNs: Math.max(...locks.map(({ maxWaitNs }) => maxWaitNs)),
      heldNs: held.length < locks.length ? null : sumOf(held, (ns) => ns),
    },
  ];
}

function schedulerOver(trials: readonly TrialRecord[]): Scheduler {
  const over = (counter: keyof Scheduler) =>
    medianOrNull(
      known(
        trials.map(({ threads, kworkers }) => {
          const counts = [...threads, ...(kworkers ?? [])].map((thread) => thread[counter]);
          const found = known(counts);
          return found.length < counts.length ? null : sumOf(found, (count) => count);
        }),
      ),
    );
  return {
    voluntarySwitches: over('voluntarySwitches'),
    involuntarySwitches: over('involuntarySwitches'),
    migrations: over('migrations'),
    runQueueNs: over('runQueueNs'),
  };
}

/** Key by key; null without any. */
function medians<K extends string>(
  items: readonly Readonly<Record<K, number>>[],
  keys: readonly K[],
): Record<K, number> | null {
  if (items.length === 0) return null;
  const entries = keys.map((key) => [key, median(items.map((item) => item[key]))]);
  return Object.fromEntries(entries) as Record<K, number>;
}

function medianOrNull(values: readonly number[]): number | null {
  return values.length === 0 ? null : median(values);
}

function known<T>(values: readonly (T | null)[]): T[] {
  return values.filter((value) => value !== null);
}
