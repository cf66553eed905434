import type { Warning } from '../core/warnings.js';
import { PARTS, type TrialPrediction } from '../results/file/prediction-schema.js';
import type { LockOutcome, PoolOutcome, TrialOutcome } from '../runner/trial-executor.js';
import type { Draw, Scenario } from './scenario.js';
import type { Items } from './simulation/items.js';
import type { Locks } from './simulation/locks.js';
import type { Pools } from './simulation/pools.js';

/** What a model has to say of a trial, before it takes the form that measured trials have. */
export interface Modelled {
  readonly elapsedNs: number;
  readonly queueNs: Uint32Array;
  readonly roundTripNs: Uint32Array;
  readonly workNs: Uint32Array;
  /** Items of each submitter. */
  readonly itemsOf: ArrayLike<number>;
  /** Items run by each kworker, pool by pool; null where submitters play their part. */
  readonly kworkers: readonly (readonly number[])[] | null;
  readonly poolCounters: Pools | null;
  /** Those of the pools before those downstream. */
  readonly locks: Locks | null;
  /** Part of their time that CPUs were not idle; null: the model does not say. */
  readonly busyPart: number | null;
  readonly events: number;
  /** Total of each part of `PARTS`, in ns. */
  readonly partNs: Float64Array | null;
  /** Why the trial is not whole; null when it is. */
  readonly unfinished: string | null;
  readonly warnings: readonly Warning[];
}

export function outcomeOf(scenario: Scenario, draw: Draw, modelled: Modelled): TrialOutcome {
  const { submitters, machine, poolOf, itemsPerThread, work, downstream } = scenario;
  const { elapsedNs, kworkers, locks, busyPart, unfinished } = modelled;
  const timesWork = work.ns > 0 || downstream !== null;
  return {
    elapsedNs,
    items: submitters.length * itemsPerThread,
    queueNs: modelled.queueNs,
    roundTripNs: modelled.roundTripNs,
    workNs: timesWork ? modelled.workNs : null,
    threads: Array.from(submitters, (cpu, submitter) => ({
      cpu: machine.cpus[cpu]!,
      pool: poolOf[cpu]!,
      itemsPerSecond: (modelled.itemsOf[submitter]! / elapsedNs) * 1e9,
      boundCpu: null,
      ...UNSCHEDULED,
    })),
    kworkers:
      kworkers?.flatMap((own, pool) =>
        own.map((executed) => ({ pool, boundCpus: null, executed, ...UNSCHEDULED })),
      ) ?? null,
    pools: Array.from({ length: scenario.pools }, (_, pool) =>
      poolOutcome(pool, modelled, scenario),
    ),
    downstream: Array.from({ length: downstream?.locks ?? 0 }, (_, lock) => ({
      lock,
      ...lockOutcome(locks, scenario.pools + lock, scenario),
    })),
    cpuUse: busyPart === null ? null : cpuUseOf(100 * busyPart),
    prediction: predictionOf(draw, modelled, submitters.length * itemsPerThread),
    violations: unfinished === null ? [] : [unfinished],
    warnings: modelled.warnings,
  };
}

/** The kernel does all of it: submitters and kworkers are its threads. */
function cpuUseOf(percent: number): TrialOutcome['cpuUse'] {
  return { userPercent: 0, systemPercent: percent, stealPercent: 0, ownPercent: percent };
}

/** A model has no scheduler whose counters could be read. */
const UNSCHEDULED = {
  cpuAtEnd: null,
  migrations: null,
  involuntarySwitches: null,
  voluntarySwitches: null,
  runNs: null,
  runQueueNs: null,
};

function poolOutcome(pool: number, modelled: Modelled, scenario: Scenario): PoolOutcome {
  const { kworkers, poolCounters, locks } = modelled;
  return {
    pool,
    ...lockOutcome(locks, pool, scenario),
    kworkers: kworkers && {
      created: kworkers[pool]!.length,
      peakBusy: poolCounters?.peakBusy[pool] ?? kworkers[pool]!.length,
      wakeUps: poolCounters?.wakeUps[pool] ?? 0,
      foundNoneIdle: poolCounters?.foundNoneIdle[pool] ?? 0,
      submittersWoken: poolCounters?.submittersWoken[pool] ?? 0,
      wakeNs: null,
    },
  };
}

function lockOutcome(locks: Locks | null, lock: number, { timesHolds }: Scenario): LockOutcome {
  return {
    acquisitions: locks?.acquisitions[lock] ?? 0,
    contended: locks?.contended[lock] ?? 0,
    waitNs: Math.round(locks?.waitNs[lock] ?? 0),
    maxWaitNs: Math.round(locks?.maxWaitNs[lock] ?? 0),
    heldNs: timesHolds ? Math.round(locks?.heldNs[lock] ?? 0) : null,
  };
}

function predictionOf(draw: Draw, { events, partNs }: Modelled, items: number): TrialPrediction {
  const mean = (index: number) => partNs![index]! / items;
  const parts = partNs && Object.fromEntries(PARTS.map((part, index) => [part, mean(index)]));
  return {
    seed: draw.seed,
    start: draw.start,
    events,
    parts: parts as TrialPrediction['parts'],
  };
}

/** The items of a simulation that reached its end, or its bound. */
export function modelledItems(
  items: Items,
  now: number,
  maxEvents: number,
): Omit<Modelled, 'kworkers' | 'poolCounters' | 'locks' | 'busyPart' | 'events'> {
  const { queueNs, roundTripNs, workNs, counted, countedOf, partNs, allCounted } = items;
  const unfinished = `stopped at the bound of ${maxEvents} events with ${counted} of ${queueNs.length} items done: raise --max-events or lower --items`;
  return {
    elapsedNs: Math.max(1, now - items.windowStart),
    queueNs,
    roundTripNs,
    workNs,
    itemsOf: countedOf,
    partNs,
    unfinished: allCounted ? null : unfinished,
    warnings: items.beyondRange === 0 ? [] : [beyondRange(items.beyondRange)],
  };
}

function beyondRange(samples: number): Warning {
  return {
    code: 'beyond-range',
    message: `${samples} times are longer than 4.29 s, the longest that a sample can be, and stand as that: percentiles that high are too low; shorten what items do`,
  };
}
