import { describe, expect, it } from 'vitest';
import type { TrialLoad } from '../../src/plan/trial-load.js';
import type { TrialOutcome } from '../../src/runner/trial-executor.js';
import { type WarmUpPlan, warmUp } from '../../src/runner/warm-up.js';
import { type Configuration, KERNEL_RULE } from '../../src/scopes/configuration.js';

const THREADS = 2;

function plan(load: TrialLoad, changes: Partial<WarmUpPlan> = {}): WarmUpPlan {
  const workload = { kind: 'microbench' } as const;
  const plain = { workload, kworkers: { kind: 'inline' }, arrivalsPerSecond: null } as const;
  return { load, submitters: [0, 1], ...plain, ...changes };
}

function configuration(label: string): Configuration {
  const pods = [[0], [1]];
  return {
    label,
    names: [label],
    scope: 'cpu',
    scopes: ['cpu'],
    policies: [],
    pods,
    ...KERNEL_RULE,
  };
}

/** Trials whose rate in items/s is given by `rateOf(configuration, round)`; counts the trials. */
function fakeTrials(rateOf: (label: string, round: number) => number) {
  const rounds = new Map<string, number>();
  const items: number[] = [];
  const run = async ({ label }: Configuration, itemsPerThread: number): Promise<TrialOutcome> => {
    const round = rounds.get(label) ?? 0;
    rounds.set(label, round + 1);
    items.push(itemsPerThread);
    const all = itemsPerThread * THREADS;
    return {
      elapsedNs: (all * 1e9) / rateOf(label, round),
      items: all,
      queueNs: new Uint32Array(),
      roundTripNs: new Uint32Array(),
      workNs: null,
      cpuUse: null,
      prediction: null,
      threads: [],
      kworkers: null,
      pools: [],
      downstream: [],
      violations: [],
      warnings: [],
    };
  };
  return { run, items };
}

describe('warm-up', () => {
  it('ends once every rate is stable', async () => {
    const { run, items } = fakeTrials((_, round) => (round < 3 ? 1e5 * (round + 1) : 1e6));
    const warm = await warmUp(
      [configuration('a')],
      plan({ kind: 'items', perThread: 50_000 }),
      run,
    );
    expect(warm.summary).toEqual({ rounds: 5, stable: true, slowestItemsPerSecond: 1e6 });
    expect(warm.itemsPerThread).toBe(50_000);
    expect(warm.warnings).toEqual([]);
    expect(items.every((count) => count === 10_000)).toBe(true);
  });

  it('compiles the loop however short the trials are', async () => {
    const { run, items } = fakeTrials(() => 1e6);
    const warm = await warmUp([configuration('a')], plan({ kind: 'items', perThread: 7 }), run);
    expect(Math.min(...items)).toBeGreaterThanOrEqual(10_000);
    expect(warm.itemsPerThread).toBe(7);
  });

  it('is bounded when a rate never settles, and says so', async () => {
    const { run, items } = fakeTrials((_, round) => (round % 2 === 0 ? 1e6 : 2e6));
    const warm = await warmUp([configuration('a')], plan({ kind: 'items', perThread: 10 }), run);
    expect(warm.summary.stable).toBe(false);
    expect(items.length).toBeLessThanOrEqual(10);
    expect(warm.warnings.map(({ code }) => code)).toEqual(['warm-up-unstable']);
  });

  it.each([
    { workload: { kind: 'spin', ns: 1e6 } } as const,
    { kworkers: { kind: 'threads', most: null } } as const,
    { arrivalsPerSecond: 1000 },
  ])('sizes its rounds by time where an item may take long: %j', async (work) => {
    const { run, items } = fakeTrials(() => 2000);
    const load = { kind: 'duration', ms: 500 } as const;
    const warm = await warmUp([configuration('a')], plan(load, work), run);
    expect(warm.itemsPerThread).toBe(500);
    // 300 ms at a thousand items/s of each thread.
    expect(items).toEqual([100, 300, 300]);
  });

  it('sizes timed trials by the slowest configuration', async () => {
    const { run } = fakeTrials((label) => (label === 'slow' ? 2e6 : 8e6));
    const timed = plan({ kind: 'duration', ms: 500 });
    const warm = await warmUp([configuration('slow'), configuration('fast')], timed, run);
    // 2 M items/s over 2 threads for half a second.
    expect(warm.itemsPerThread).toBe(500_000);
  });
});
