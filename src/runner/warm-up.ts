import type { Warning } from '../core/warnings.js';
import type { TrialLoad } from '../plan/trial-load.js';
import type { Configuration } from '../scopes/configuration.js';
import type { ThreadExecutorOptions } from './thread-executor.js';
import type { Preparation, TrialOutcome } from './trial-executor.js';

/** Items of a thread in a round, however short the trials: the compiler looks at hot loops only. */
const WARM_UP_ITEMS = 10_000;

/** Where an item may take long, the first round tries this many, and the others a time. */
const FIRST_ITEMS = 100;
const ROUND_MS = 300;

/** Two rates in a row within this factor are called stable. */
const STABLE_FACTOR = 1.15;

const MIN_ROUNDS = 3;
const MAX_ROUNDS = 10;

/** No new round after this time, in ms; a round is never cut short. */
const MAX_WARM_UP_MS = 4000;

export interface WarmUp {
  readonly itemsPerThread: number;
  readonly summary: Preparation['warmUp'];
  readonly warnings: readonly Warning[];
}

export type WarmUpPlan = Pick<
  ThreadExecutorOptions,
  'load' | 'submitters' | 'workload' | 'kworkers' | 'arrivalsPerSecond'
>;

type RunTrial = (configuration: Configuration, items: number) => Promise<TrialOutcome>;

/**
 * Runs every configuration round by round until the rate of each is stable, bounded in rounds and
 * time: contended and uncontended paths are then compiled. Nothing of it is kept but the rate, from
 * which the items of a timed trial follow.
 */
export async function warmUp(
  configurations: readonly Configuration[],
  { load, submitters, ...plan }: WarmUpPlan,
  runTrial: RunTrial,
): Promise<WarmUp> {
  const start = performance.now();
  let rates: number[] = [];
  let stable = false;
  let rounds = 0;
  while (rounds < MIN_ROUNDS || (!stable && rounds < MAX_ROUNDS)) {
    if (rounds > 0 && performance.now() - start > MAX_WARM_UP_MS) break;
    const previous = rates;
    const items = roundItems(plan, Math.min(...previous) / submitters.length);
    rates = [];
    for (const configuration of configurations) {
      const outcome = await runTrial(configuration, items);
      rates.push((outcome.items * 1e9) / outcome.elapsedNs);
    }
    rounds++;
    stable = previous.length > 0 && rates.every((rate, index) => close(rate, previous[index]!));
  }
  const slowestItemsPerSecond = Math.min(...rates);
  return {
    itemsPerThread: itemsOf(load, slowestItemsPerSecond / submitters.length),
    summary: { rounds, stable, slowestItemsPerSecond },
    warnings: stable ? [] : [unstable(rounds)],
  };
}

/** `itemsPerSecondOfThread` of the round before, infinite before the first. */
function roundItems(
  { workload, kworkers, arrivalsPerSecond }: Omit<WarmUpPlan, 'load' | 'submitters'>,
  itemsPerSecondOfThread: number,
): number {
  const isQuick = workload.kind === 'microbench' && kworkers.kind === 'inline';
  if (isQuick && arrivalsPerSecond === null) return WARM_UP_ITEMS;
  if (itemsPerSecondOfThread === Number.POSITIVE_INFINITY) return FIRST_ITEMS;
  const inTime = Math.round((itemsPerSecondOfThread * ROUND_MS) / 1000);
  return Math.min(Math.max(inTime, FIRST_ITEMS), WARM_UP_ITEMS);
}

/** As many items as the slowest configuration runs in the time asked for. */
function itemsOf(load: TrialLoad, itemsPerSecondOfThread: number): number {
  if (load.kind === 'items') return load.perThread;
  return Math.max(1, Math.round((itemsPerSecondOfThread * load.ms) / 1000));
}

function close(a: number, b: number): boolean {
  return Math.max(a, b) <= STABLE_FACTOR * Math.min(a, b);
}

function unstable(rounds: number): Warning {
  return {
    code: 'warm-up-unstable',
    message: `rates still changed by more than ${Math.round((STABLE_FACTOR - 1) * 100)}% after ${rounds} rounds of warm-up: the machine is noisy, so look at the spread`,
  };
}
