import { describe, expect, it } from 'vitest';
import { mixedCoreKinds } from '../../src/runner/core-kinds.js';
import { directoryOf } from '../cli/fake-io.js';

const capacity = (cpu: number, value: number) => ({
  [`sys/devices/system/cpu/cpu${cpu}/cpu_capacity`]: `${value}\n`,
});

const BIG_LITTLE = {
  ...capacity(0, 446),
  ...capacity(1, 446),
  ...capacity(2, 1024),
};

const HYBRID = { 'sys/devices/cpu_core/cpus': '0-3\n', 'sys/devices/cpu_atom/cpus': '4-7\n' };

describe('mixed core kinds', () => {
  it.each([
    ['big.LITTLE', BIG_LITTLE, [0, 1, 2], 'capacity 446: 0-1; capacity 1024: 2'],
    ['P and E cores', HYBRID, [2, 3, 4], 'cpu_core: 2-3; cpu_atom: 4'],
  ])('are named on %s', (_name, files, cpus, expected) => {
    expect(mixedCoreKinds(directoryOf(files), cpus)).toEqual([
      { code: 'mixed-core-kinds', message: expect.stringContaining(expected) },
    ]);
  });

  it.each([
    ['the CPUs in use are alike', HYBRID, [5, 6]],
    ['all capacities are alike', BIG_LITTLE, [0, 1]],
    ['nothing tells them apart', {}, [0, 1]],
  ])('are no matter where %s', (_name, files, cpus) => {
    expect(mixedCoreKinds(directoryOf(files), cpus)).toEqual([]);
  });
});
