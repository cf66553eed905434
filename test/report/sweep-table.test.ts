import { expect, test } from 'vitest';
import { sweepColumns, sweepRows } from '../../src/report/run/sweep-table.js';
import type { Run } from '../../src/results/file/run-file.js';
import {
  buildRun,
  configurationRecord,
  SHARDS_2,
  trialsAt,
  WHOLE,
} from '../results/run-builder.js';

const SHARDS_4 = {
  ...SHARDS_2,
  label: 'cache_shard(shards=4)',
  policies: [
    { kind: 'shards', shards: 8 },
    { kind: 'shards', shards: 4 },
  ],
} as const;

function table(run: Run): string[][] {
  const rows = sweepRows(run);
  return rows.map((row) => sweepColumns(rows).map((column) => column.text(row)));
}

test('a sweep lays cache beside cache_shard at every count, in ascending order', () => {
  const run = buildRun({
    configurations: [WHOLE, SHARDS_4, SHARDS_2].map(configurationRecord),
    trials: [
      ...trialsAt(WHOLE.label, [1e6]),
      ...trialsAt(SHARDS_4.label, [0.75e6]),
      ...trialsAt(SHARDS_2.label, [1.5e6]),
    ],
  });
  expect(table(run)).toEqual([
    ['1', '1.00 M', '1.00 M', 'same pods', '1.10 µs', '1.10 µs', 'same pods'],
    ['2', '1.00 M', '1.50 M', '+50 %', '1.10 µs', '1.10 µs', '+0.0 %'],
    ['4', '1.00 M', '750 k', '-25 %', '1.10 µs', '1.10 µs', '+0.0 %'],
    ['8', '1.00 M', '750 k', '-25 %', '1.10 µs', '1.10 µs', '+0.0 %'],
  ]);
});

test('its columns name the policy', () => {
  const sizes = [2, 4].map((size) => ({ kind: 'shard-size', size }) as const);
  const run = buildRun({
    configurations: [WHOLE, { ...SHARDS_2, policies: sizes }].map(configurationRecord),
    trials: [...trialsAt(WHOLE.label, [1e6]), ...trialsAt(SHARDS_2.label, [1e6])],
  });
  const own = sweepRows(run).filter(({ same }) => !same);
  expect(sweepColumns(own).map(({ title }) => title)).toEqual([
    'shard size',
    'cache items/s',
    'cache_shard items/s',
    'gain',
    'cache p50',
    'shard p50',
    'latency change',
  ]);
});

test('one shard policy, or none beside cache, is no sweep', () => {
  const only = (configurations: (typeof WHOLE)[]) =>
    sweepRows(
      buildRun({ configurations: configurations.map(configurationRecord), baseline: null }),
    );
  expect(only([WHOLE])).toEqual([]);
  expect(only([SHARDS_2])).toEqual([]);
});
