import { describe, expect, test } from 'vitest';
import { compareSets, regressionsIn } from '../../../src/results/compare/compare-sets.js';
import { around, FACTS, resultSet, row } from './result-sets.js';

describe('compareSets', () => {
  test('calls what got faster better, in items/s and in p50', () => {
    const { rows } = compareSets(
      [
        resultSet('a', [row('cpu', around(1e6, 12))]),
        resultSet('b', [row('cpu', around(2e6, 12, 1))]),
      ],
      0.01,
    );
    expect(rows[0]?.comparisons[0]).toMatchObject({
      itemsPerSecond: { verdict: 'better', pairing: 'none', n: 12 },
      queueP50: { verdict: 'better' },
    });
    expect(rows[0]?.comparisons[0]?.itemsPerSecond.ratio).toBeCloseTo(2, 1);
  });

  test('gives no verdict under 10 trials', () => {
    const sets = [9, 12].map((n) => resultSet('a', [row('cpu', around(n * 1e6, n))]));
    expect(compareSets(sets, 0.01).rows[0]?.comparisons[0]?.itemsPerSecond.verdict).toBe(
      'n-too-small',
    );
  });

  test('compares nothing where a side has no valid trial', () => {
    const sets = [resultSet('a', [row('cpu', [])]), resultSet('b', [row('cpu', [1e6])])];
    expect(compareSets(sets, 0.01).rows).toEqual([
      expect.objectContaining({ figures: [null, expect.anything()], comparisons: [null] }),
    ]);
  });

  test('sets only ratios against each other where a table is published', () => {
    const published = resultSet(
      'p',
      [
        row('cache', [1e6, 2e6]),
        { ...row('cpu', [0, 8e6]), trials: row('cpu', [0, 8e6]).trials.slice(1) },
      ],
      {
        origin: 'published',
        baseline: 'cache',
      },
    );
    const own = resultSet('own', [row('cache', [1e6]), row('cpu', [3e6])], { baseline: 'cache' });
    const { basis, rows } = compareSets([own, published], 0.01);
    expect(basis).toBe('shape');
    const cpu = rows.find(({ names }) => names.includes('cpu'));
    // The published figure stands over that of the baseline in its own round.
    expect(cpu?.figures.map((figures) => figures?.rateOverBaseline)).toEqual([3, 4]);
    expect(cpu?.comparisons).toEqual([null]);
  });

  test.each(Object.keys(FACTS) as (keyof typeof FACTS)[])('tells a difference in %s', (fact) => {
    const other = { ...FACTS, [fact]: typeof FACTS[fact] === 'number' ? 77 : 'other' };
    const sets = [resultSet('a', []), resultSet('b', [], { facts: other })];
    expect(compareSets(sets, 0.01).differences).toEqual([
      { fact, values: [FACTS[fact], other[fact]] },
    ]);
    const unknown = { ...FACTS, [fact]: null };
    const unsaid = [resultSet('a', []), resultSet('b', [], { facts: unknown })];
    expect(compareSets(unsaid, 0.01).differences).toEqual([]);
  });
});

describe('regressionsIn', () => {
  const fall = (part: number, n = 12) =>
    compareSets(
      [
        resultSet('a', [row('cpu', around(1e6, n)), row('system', around(1e6, n))]),
        resultSet('b', [row('cpu', around(part * 1e6, n, 1)), row('system', around(1e6, n, 2))]),
      ],
      0.01,
    );

  test('finds the row that fell', () => {
    expect(regressionsIn(fall(0.7)).map(({ names }) => names)).toEqual([['cpu']]);
  });

  test('finds none in a rise, in like and like, or in too few trials', () => {
    expect(regressionsIn(fall(1.4))).toEqual([]);
    expect(regressionsIn(fall(1))).toEqual([]);
    expect(regressionsIn(fall(0.7, 9))).toEqual([]);
  });
});
