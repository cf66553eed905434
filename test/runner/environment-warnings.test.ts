import { describe, expect, it } from 'vitest';
import { probeEnvironment } from '../../src/runner/environment.js';
import { type Demand, environmentWarnings } from '../../src/runner/environment-warnings.js';

const unknown = probeEnvironment('/nowhere');

function codes(changes: Partial<typeof unknown>, demand: Demand): string[] {
  return environmentWarnings({ ...unknown, ...changes }, demand).map(({ code }) => code);
}

const four: Demand = { threads: 4, realCpus: 4 };

describe('warnings about the environment', () => {
  it('are none where nothing is known', () => {
    expect(codes({}, four)).toEqual([]);
  });

  it.each([
    [3.9, four, ['cpu-quota']],
    [4, four, []],
    ['unlimited', four, []],
    [2, { threads: 16, realCpus: 2 }, []],
  ] as const)('quota %j for %j', (cgroupCpuQuota, demand, expected) => {
    expect(codes({ cgroupCpuQuota }, demand)).toEqual(expected);
  });

  it.each([
    [0.4, '0-3', []],
    [0.6, '0-3', ['high-load']],
    [3.9, '0-3,8-11', []],
    [5, '0-7', ['high-load']],
  ] as const)('load %j on CPUs %s', (load, onlineCpus, expected) => {
    expect(codes({ loadAverage: [load, 0, 0], onlineCpus }, four)).toEqual(expected);
  });

  it.each([
    ['performance', []],
    ['powersave', ['governor-not-performance']],
    ['performance,powersave', ['governor-not-performance']],
  ])('governor %s', (governor, expected) => {
    expect(codes({ governor }, four)).toEqual(expected);
  });
});
