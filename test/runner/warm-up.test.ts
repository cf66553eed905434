import { describe, expect, it } from 'vitest';
import type { TrialOutcome } from '../../src/runner/trial-executor.js';
import { warmUp } from '../../src/runner/warm-up.js';
import type { Configuration } from '../../src/scopes/configuration.js';

const THREADS = 2;

function configuration(label: string): Configuration {
  return { label, names: [label], scope: 'cpu', scopes: ['cpu'], policies: [], pods: [[0], [1]] };
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
      threads: [],
      pools: [],
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
      { kind: 'items', perThread: 50_000 },
      THREADS,
      run,
    );
    expect(warm.summary).toEqual({ rounds: 5, stable: true, slowestItemsPerSecond: 1e6 });
    expect(warm.itemsPerThread).toBe(50_000);
    expect(warm.warnings).toEqual([]);
    expect(items.every((count) => count === 10_000)).toBe(true);
  });

  it('compiles the loop however short the trials are', async () => {
    const { run, items } = fakeTrials(() => 1e6);
    const warm = await warmUp([configuration('a')], { kind: 'items', perThread: 7 }, THREADS, run);
    expect(Math.min(...items)).toBeGreaterThanOrEqual(10_000);
    expect(warm.itemsPerThread).toBe(7);
  });

  it('is bounded when a rate never settles, and says so', async () => {
    const { run, items } = fakeTrials((_, round) => (round % 2 === 0 ? 1e6 : 2e6));
    const warm = await warmUp([configuration('a')], { kind: 'items', perThread: 10 }, THREADS, run);
    expect(warm.summary.stable).toBe(false);
    expect(items.length).toBeLessThanOrEqual(10);
    expect(warm.warnings.map(({ code }) => code)).toEqual(['warm-up-unstable']);
  });

  it('sizes timed trials by the slowest configuration', async () => {
    const { run } = fakeTrials((label) => (label === 'slow' ? 2e6 : 8e6));
    const load = { kind: 'duration', ms: 500 } as const;
    const warm = await warmUp([configuration('slow'), configuration('fast')], load, THREADS, run);
    // 2 M items/s over 2 threads for half a second.
    expect(warm.itemsPerThread).toBe(500_000);
  });
});
