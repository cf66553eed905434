import { describe, expect, test } from 'vitest';
import { matchRows } from '../../../src/results/compare/match-rows.js';
import { resultSet, row } from './result-sets.js';

/** Names of each match, and the labels of its rows. */
function matches(...sets: string[][]) {
  const results = sets.map((rows, index) =>
    resultSet(
      `set ${index}`,
      rows.map((names) => row(names, [1e6])),
    ),
  );
  return matchRows(results).map(({ names, rows }) => [
    names.join(' '),
    ...rows.map((row) => row?.label ?? null),
  ]);
}

describe('matchRows', () => {
  test('lays rows of one name side by side, in the first order', () => {
    expect(matches(['cpu', 'cache'], ['cache', 'cpu'])).toEqual([
      ['cpu', 'cpu', 'cpu'],
      ['cache', 'cache', 'cache'],
    ]);
  });

  test('keeps what only one source has', () => {
    expect(matches(['cpu', 'cache'], ['cache', 'numa'])).toEqual([
      ['cpu', 'cpu', null],
      ['cache', 'cache', 'cache'],
      ['numa', null, 'numa'],
    ]);
  });

  test('joins names that lead to the same rows everywhere', () => {
    expect(matches(['cache numa system'], ['cache numa system'])).toEqual([
      ['cache numa system', 'cache', 'cache'],
    ]);
  });

  test('sets a row of several names against each row they have elsewhere', () => {
    expect(matches(['cache numa system'], ['cache', 'numa', 'system'])).toEqual([
      ['cache', 'cache', 'cache'],
      ['numa', 'cache', 'numa'],
      ['system', 'cache', 'system'],
    ]);
  });

  test.each([
    [
      ['cache', 'cache_shard(size=8)'],
      ['cache', 'cache_shard'],
    ],
    [
      ['cache', 'cache_shard'],
      ['cache', 'cache_shard(size=8)'],
    ],
  ])('takes the cache_shard of a kernel log for the only sharded row: %j %j', (first, second) => {
    expect(matches(first, second)[1]).toEqual(['cache_shard(size=8)', first[1], second[1]]);
  });

  test('does not guess which of several sharded rows is meant', () => {
    const [, ...sharded] = matches(
      ['cache', 'cache_shard(shards=2)', 'cache_shard(shards=4)'],
      ['cache', 'cache_shard'],
    );
    expect(sharded).toEqual([
      ['cache_shard(shards=2)', 'cache_shard(shards=2)', 'cache_shard'],
      ['cache_shard(shards=4)', 'cache_shard(shards=4)', 'cache_shard'],
      ['cache_shard', null, 'cache_shard'],
    ]);
  });

  test('matches among three', () => {
    expect(matches(['cpu'], ['cpu'], ['system'])).toEqual([
      ['cpu', 'cpu', 'cpu', null],
      ['system', null, null, 'system'],
    ]);
  });
});
