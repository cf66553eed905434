import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  cpuUseBetween,
  disturbanceBetween,
  readUsage,
  type Usage,
} from '../../src/runner/environment/usage.js';
import { directoryOf } from '../cli/fake-io.js';

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'wqbench-usage-'));
  mkdirSync(join(root, 'proc'));
});

afterEach(() => rmSync(root, { recursive: true }));

function writeStat(...lines: string[]): void {
  writeFileSync(join(root, 'proc/stat'), `cpu  1 2 3 4 5 6 7 8 0 0\n${lines.join('\n')}\nintr 1\n`);
}

describe('readUsage', () => {
  test('sums the CPUs in use, leaving idle, waiting and guests out', () => {
    writeStat(
      'cpu0 100 1 10 5000 7 2 3 4 90 0',
      'cpu1 0 0 0 9 9 0 0 1 0 0',
      'cpu12 9 9 9 9 9 9 9 9 9 9',
    );
    expect(readUsage(root, [0, 1])).toMatchObject({
      userMs: 1010,
      systemMs: 150,
      busyMs: 1160,
      stealMs: 50,
    });
    expect(readUsage(root, [1])).toMatchObject({ busyMs: 0, stealMs: 10 });
  });

  test.each([
    ['no file', undefined],
    ['a CPU that is missing', 'cpu0 1 1 1 1 1 1 1 1 0 0'],
    ['a kernel without steal', 'cpu1 1 1 1 1'],
  ])('knows nothing from %s', (_, line) => {
    if (line !== undefined) writeStat(line);
    expect(readUsage(root, [1])).toMatchObject({ busyMs: null, stealMs: null, throttledMs: null });
  });
});

function usage(changes: Partial<Usage>): Usage {
  const none = { userMs: 0, systemMs: 0, stealMs: 0, busyMs: 0, ownMs: 0, throttledMs: null };
  return { atMs: 0, cpus: 2, ...none, ...changes };
}

describe('cpuUseBetween', () => {
  const before = usage({ atMs: 1000, userMs: 100, systemMs: 50, stealMs: 10, ownMs: 70 });

  test('is in percent of the time of all CPUs in use', () => {
    const after = usage({ atMs: 1500, userMs: 600, systemMs: 150, stealMs: 20, ownMs: 570 });
    expect(cpuUseBetween(before, after)).toEqual({
      userPercent: 50,
      systemPercent: 10,
      stealPercent: 1,
      ownPercent: 50,
    });
  });

  test('is unknown where the kernel does not say', () => {
    const after = usage({ atMs: 1500, userMs: null, systemMs: null, stealMs: null });
    expect(cpuUseBetween(before, after)).toBeNull();
  });
});

describe('disturbanceBetween', () => {
  const before = usage({ stealMs: 10, busyMs: 1000, ownMs: 400, throttledMs: 5 });

  test('is what grew, without the own share', () => {
    const after = usage({ stealMs: 30, busyMs: 1300, ownMs: 600, throttledMs: 5 });
    expect(disturbanceBetween(before, after)).toEqual({
      stealMs: 20,
      othersMs: 100,
      throttledMs: 0,
    });
  });

  test('is never negative, since the counters advance in steps', () => {
    const after = usage({ stealMs: 0, busyMs: 1190, ownMs: 600, throttledMs: 5 });
    expect(disturbanceBetween(before, after)).toEqual({ stealMs: 0, othersMs: 0, throttledMs: 0 });
  });

  test('is unknown where either reading is', () => {
    const after = usage({ stealMs: null, busyMs: null, ownMs: 600, throttledMs: null });
    const unknown = { stealMs: null, othersMs: null, throttledMs: null };
    expect(disturbanceBetween(before, after)).toEqual(unknown);
    expect(disturbanceBetween(after, before)).toEqual(unknown);
  });
});

describe('throttling', () => {
  const mounts = {
    v2: '31 23 0:28 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n',
    v1: '32 31 0:29 / /sys/fs/cgroup/cpu rw - cgroup cgroup rw,cpu\n',
  };

  test.each([
    [
      'µs',
      mounts.v2,
      '0::/a\n',
      'sys/fs/cgroup/a/cpu.stat',
      'nr_throttled 2\nthrottled_usec 1500\n',
    ],
    ['ns', mounts.v1, '4:cpu:/a\n', 'sys/fs/cgroup/cpu/a/cpu.stat', 'throttled_time 1500000\n'],
  ])('is read in %s', (_, mountinfo, cgroup, file, stat) => {
    const directory = directoryOf({
      'proc/self/mountinfo': mountinfo,
      'proc/self/cgroup': cgroup,
      [file]: stat,
    });
    expect(readUsage(directory, []).throttledMs).toBe(1.5);
  });
});
