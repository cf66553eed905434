import { describe, expect, test } from 'vitest';
import { relativeLatencies } from '../../src/results/core-to-core/placement.js';
import { pairsOverRounds, probedRounds } from '../../src/results/core-to-core/probes.js';
import type { PairLatency } from '../../src/results/file/pair-latency-schema.js';
import { summarise } from '../../src/results/summary.js';
import { trialsAt } from './run-builder.js';

function pair(cpus: [number, number], medianNs: number): PairLatency {
  return { cpus, medianNs, p10Ns: medianNs * 0.9, p90Ns: medianNs * 1.2, samples: 20 };
}

describe('where the CPUs lay', () => {
  const rounds = [100, 100, 300].map((near, round) => ({
    round,
    coreToCore: [pair([0, 1], near), pair([0, 2], 3 * near)],
  }));

  test('is a range for each pair, a round counted once', () => {
    expect(pairsOverRounds(probedRounds([...rounds, ...rounds]))).toMatchObject([
      { cpus: [0, 1], rounds: 3, medianNs: 100, lowestNs: 100, highestNs: 300 },
      { cpus: [0, 2], rounds: 3, medianNs: 300, lowestNs: 300, highestNs: 900 },
    ]);
  });

  test('is for a round the ratio to what is usual, pairs near and far alike', () => {
    expect([...relativeLatencies(probedRounds(rounds))]).toEqual([
      [0, 1],
      [1, 1],
      [2, 3],
    ]);
  });

  test('is nothing without a probe', () => {
    expect(pairsOverRounds(probedRounds([{ round: 0, coreToCore: [] }]))).toEqual([]);
    expect(relativeLatencies(probedRounds([{ round: 0, coreToCore: [] }])).size).toBe(0);
  });
});

describe('a summary', () => {
  const run = { configurations: [{ label: 'cache' }], baseline: null, threshold: 0.01, seed: 1 };
  const latencies = [100, 400, 120, 380, 110, 390, 105, 395, 115, 385, 108, 402];
  const probed = (rates: readonly number[]) =>
    trialsAt('cache', rates).map((trial, round) => ({
      ...trial,
      coreToCore: [pair([0, 1], latencies[round] as number)],
    }));

  test('says that rates went with the placement', () => {
    const [row] = summarise(run, probed(latencies.map((ns) => 1e9 / ns)));
    expect(row?.placement).toMatchObject({ n: 12, p: 0.001 });
    expect(row?.placement?.rho).toBeCloseTo(-1, 12);
    expect(row?.warnings.map(({ code }) => code)).toContain('follows-placement');
  });

  test('is silent where they did not', () => {
    const [row] = summarise(run, probed([5, 6, 6, 5, 7, 6, 5, 6, 7, 5, 6, 6].map((r) => r * 1e6)));
    expect(row?.placement?.p).toBeGreaterThan(0.01);
    expect(row?.warnings.map(({ code }) => code)).not.toContain('follows-placement');
  });

  test('knows nothing without probes', () => {
    expect(summarise(run, trialsAt('cache', latencies))[0]?.placement).toBeNull();
  });
});
