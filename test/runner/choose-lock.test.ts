import { describe, expect, it } from 'vitest';
import { chooseLock } from '../../src/runner/choose-lock.js';

const roomy = { threads: 4, realCpus: 4, cpuQuota: null };
const crowded = { threads: 4, realCpus: 2, cpuQuota: null };

describe('the lock', () => {
  it.each([
    [roomy, 'mcs'],
    [crowded, 'parking'],
    [{ ...roomy, cpuQuota: 'unlimited' }, 'mcs'],
    [{ ...roomy, cpuQuota: 2.5 }, 'parking'],
  ] as const)('by itself, with %j, is %s', (available, expected) => {
    expect(chooseLock('auto', available, false)).toBe(expected);
  });

  it.each(['mcs', 'ticket'] as const)('%s is refused without a CPU each', (lock) => {
    expect(chooseLock(lock, roomy, false)).toBe(lock);
    expect(() => chooseLock(lock, crowded, false)).toThrow(/4 threads on 2 CPUs/);
    expect(chooseLock(lock, crowded, true)).toBe(lock);
  });

  it.each(['tas', 'ttas', 'parking'] as const)('%s is fine anywhere', (lock) => {
    expect(chooseLock(lock, crowded, false)).toBe(lock);
  });
});
