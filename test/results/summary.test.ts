import { describe, expect, test } from 'vitest';
import type { Warning } from '../../src/core/warnings.js';
import { summarise } from '../../src/results/summary.js';
import { trial, trialsAt } from './run-builder.js';

function runOf(label: string) {
  return { configurations: [{ label }], baseline: null, threshold: 0.01, seed: 1 };
}

describe('summarise', () => {
  test('takes the trial as its unit: median of medians, maximum of maxima', () => {
    const at = (round: number, ns: number) =>
      trial('cache', round, { queueNs: new Uint32Array(2000).fill(ns) });
    const [row] = summarise(runOf('cache'), [at(0, 100), at(1, 900), at(2, 200)]);
    expect(row).toMatchObject({ n: 3, queueNs: { p50: 200, p99: 200, max: 900 } });
  });

  test('gives mean, sample stddev and median of the rates', () => {
    const [row] = summarise(runOf('cache'), trialsAt('cache', [1e6, 2e6, 6e6]));
    expect(row?.itemsPerSecond?.mean).toBeCloseTo(3e6, 3);
    expect(row?.itemsPerSecond?.stddev).toBeCloseTo(Math.sqrt(7) * 1e6, 3);
    expect(row?.itemsPerSecond?.median).toBeCloseTo(2e6, 3);
  });

  test('counts invalid trials and keeps them out of the figures', () => {
    const broken = trial('cache', 1, { elapsedNs: 1, violations: ['lost'] });
    const [row] = summarise(runOf('cache'), [trial('cache', 0), broken]);
    expect(row).toMatchObject({ n: 1, invalid: 1, itemsPerSecond: { mean: 2e6, stddev: null } });
  });

  test('keeps doubtful trials in the figures and counts them', () => {
    const warnings: Warning[] = [{ code: 'binding-lost', message: 'thread 1' }];
    const [row] = summarise(runOf('cache'), [trial('cache', 0), trial('cache', 1, { warnings })]);
    expect(row).toMatchObject({ n: 2, doubtful: 1, warnings: [{ ...warnings[0], trials: 1 }] });
  });

  test('does not doubt a trial for a percentile at the clock floor', () => {
    const queueNs = new Uint32Array(2000).fill(50);
    const [row] = summarise(runOf('cache'), [trial('cache', 0, { queueNs })]);
    expect(row).toMatchObject({ doubtful: 0, warnings: [{ code: 'at-clock-floor', trials: 1 }] });
  });

  test('counts a code once a trial, with the first message', () => {
    const warnings = ['a', 'b'].map((message): Warning => ({ code: 'preempted', message }));
    const trials = [0, 1].map((round) => trial('cache', round, { warnings }));
    expect(summarise(runOf('cache'), trials)[0]?.warnings).toEqual([
      { code: 'preempted', message: 'a', trials: 2 },
    ]);
  });

  test('has a row without figures for a configuration that did not run', () => {
    expect(summarise(runOf('numa'), trialsAt('cache', [1e6]))).toEqual([
      {
        label: 'numa',
        n: 0,
        invalid: 0,
        doubtful: 0,
        itemsPerSecond: null,
        queueNs: null,
        roundTripNs: null,
        workNs: null,
        kworkers: null,
        cpuUse: null,
        deviceUtilPercent: null,
        locks: [],
        scheduler: null,
        warnings: [],
        comparison: null,
        drift: null,
        regimes: null,
        placement: null,
      },
    ]);
  });
});
