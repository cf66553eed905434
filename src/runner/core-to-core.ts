import { type PairsSpec, ThreadTeam } from '../../native-free-bench/host.js';
import { TeamError } from '../../native-free-bench/team-error.js';
import { WqbenchError } from '../core/errors.js';
import { seededRandom, shuffled } from '../core/prng.js';
import { pairLatency } from '../results/core-to-core/core-to-core.js';
import type { PairLatency } from '../results/file/pair-latency-schema.js';

export interface CoreToCoreOptions {
  /** CPUs of this machine, at least two. */
  readonly cpus: readonly number[];
  /** About the longest that all pairs together may take, unless they are very many. */
  readonly budgetMs: number;
  /** Aborting it ends the measurement, which then rejects. */
  readonly signal: AbortSignal;
}

export interface CoreToCore {
  /** Every pair of the CPUs, ordered by the lower one, then the higher one. */
  readonly pairs: readonly PairLatency[];
  readonly roundTripsPerSample: number;
}

/**
 * Round trips in a sample, 5 to 50 µs: enough that a read of the clock (50 ns) is a percent of it at
 * most, few enough that a preemption spoils one sample and not the median.
 */
const ROUND_TRIPS_PER_SAMPLE = 100;

/** Samples of a pair: beyond the most the quantiles stand still, below the least they mean little. */
const MOST_SAMPLES = 1000;
const LEAST_SAMPLES = 15;

/** After waking, the first samples have cold caches; in a thread's first pair, uncompiled loops. */
const WARM_UP = { firstWarmUpSamples: 50, warmUpSamples: 3 };

/** Waking the two threads of a pair, and its warm-up. */
const HAND_OVER_MS = 0.3;

/** So many times the budget that only a thread which does not run at all can need it. */
const DEADLINE_BUDGETS = 10;
const LEAST_DEADLINE_MS = 60_000;

/** A team starts within this, or within that for each of its threads. */
const START_MS = 30_000;
const START_MS_PER_THREAD = 500;

/**
 * Measures the round trip of a cache line between every two of the CPUs, on threads bound to them.
 * Throws a `WqbenchError`, 'pinning-impossible' where a thread cannot be bound.
 */
export async function measureCoreToCore(options: CoreToCoreOptions): Promise<CoreToCore> {
  const { cpus, budgetMs, signal } = options;
  const team = await startBound(cpus, signal);
  const close = () => void team.close();
  signal.addEventListener('abort', close);
  try {
    // A burst of other load hits pairs that follow each other: shuffled, they have nothing in common.
    const slots = shuffled(pairsOf(cpus.length), seededRandom(cpus.length));
    const spec: PairsSpec = {
      ...WARM_UP,
      pairs: slots,
      roundTripsPerSample: ROUND_TRIPS_PER_SAMPLE,
      ...samplesWithin(budgetMs, slots.length),
      deadlineMs: Math.max(LEAST_DEADLINE_MS, DEADLINE_BUDGETS * budgetMs),
    };
    const samples = await team.measurePairs(spec).catch(explain);
    const pairs = slots.map(([a, b], pair) => pairLatency(cpus[a]!, cpus[b]!, samples[pair]!));
    return { pairs: pairs.sort(byCpus), roundTripsPerSample: ROUND_TRIPS_PER_SAMPLE };
  } finally {
    signal.removeEventListener('abort', close);
    await team.close();
  }
}

/** The shape of a short look at a few pairs, 1 to 3 ms each once their threads are awake. */
export function probeSpec(pairs: PairsSpec['pairs'], deadlineMs: number): PairsSpec {
  return {
    ...WARM_UP,
    pairs,
    roundTripsPerSample: ROUND_TRIPS_PER_SAMPLE,
    leastSamples: LEAST_SAMPLES,
    mostSamples: 50,
    pairMs: 1,
    deadlineMs,
  };
}

async function startBound(cpus: readonly number[], signal: AbortSignal): Promise<ThreadTeam> {
  const team = await ThreadTeam.start({
    bindTo: cpus.map(String),
    names: cpus.map((cpu) => `CPU ${cpu}`),
    deadlineMs: Math.max(START_MS, cpus.length * START_MS_PER_THREAD),
    signal,
  }).catch(explain);
  const failed = team.bindErrors.findIndex((error) => error !== null);
  if (failed < 0) return team;
  await team.close();
  const message = `CPU ${cpus[failed]}: its thread cannot be bound to it (${team.bindErrors[failed]}), and latencies of threads that may move say nothing`;
  const nextStep = 'install util-linux, allow sched_setaffinity, or choose other CPUs with --cpus';
  throw new WqbenchError('pinning-impossible', message, nextStep);
}

/** Every two of `count` slots. */
function pairsOf(count: number): [number, number][] {
  const slots = Array.from({ length: count }, (_, slot) => slot);
  return slots.flatMap((a) => slots.slice(a + 1).map((b): [number, number] => [a, b]));
}

function samplesWithin(budgetMs: number, pairs: number) {
  const pairMs = Math.max(budgetMs / pairs - HAND_OVER_MS, 0);
  // A sample takes 2 µs or more, so more than this many do not fit in the time.
  const fitting = Math.ceil(pairMs * 500);
  const mostSamples = Math.min(Math.max(fitting, LEAST_SAMPLES), MOST_SAMPLES);
  return { pairMs, mostSamples, leastSamples: LEAST_SAMPLES };
}

function byCpus(a: PairLatency, b: PairLatency): number {
  return a.cpus[0] - b.cpus[0] || a.cpus[1] - b.cpus[1];
}

function explain(error: unknown): never {
  if (!(error instanceof TeamError)) throw error;
  const nextStep = {
    'not-built': 'build first with `npm run build`',
    stalled: 'see whether other load holds these CPUs, or choose others with --cpus',
    'thread-failed': 'a thread ended on its own; nothing was measured',
  }[error.kind];
  throw new WqbenchError(error.kind, error.message, nextStep, { cause: error });
}
