import { expect, it } from 'vitest';
import { shortLabels } from '../../../src/report/run/short-labels.js';

const ROWS = [
  ['cpu', 'smt'],
  ['cache_shard(shards=1)', 'cache', 'numa', 'system'],
  ['cache_shard(shards=2)'],
];

it.each([
  [60, ['cpu, smt', 'cache_shard(shards=1), cache, numa, system', 'cache_shard(shards=2)']],
  [41, ['cpu, smt', 'shards=1, cache, numa, system', 'shards=2']],
  [20, ['cpu, smt', 'shards=1, cache +2', 'shards=2']],
  [12, ['cpu, smt', 'shards=1 +3', 'shards=2']],
  [7, ['cpu +1', 'sha…s=1', 'sha…s=2']],
])('labels of at most %s signs', (budget, expected) => {
  expect(shortLabels(ROWS, budget, true)).toEqual(expected);
});

it('mark what was left out in ASCII, too', () => {
  expect(shortLabels([['averylongname']], 8, false)).toEqual(['ave..ame']);
});
