import { describe, expect, test } from 'vitest';
import { type Random, seededRandom } from '../../../src/core/prng.js';
import { regimesOf } from '../../../src/results/statistics/regimes.js';
import { logNormal, normal, sample, shareOf, uniform } from './distributions.js';

const DRAWS = 5000;

describe('regimes', () => {
  test('are found with their sizes, medians and the middle of the gap', () => {
    const values = [4.1, 1, 1.1, 4, 1.2, 4.2, 1, 1.1, 4.1, 1.1];
    expect(regimesOf(values)).toEqual({
      low: { n: 6, median: 1.1 },
      high: { n: 4, median: 4.1 },
      split: expect.closeTo(2.6, 12),
    });
  });

  test('need two values and 10 % on either side', () => {
    const withSlow = (n: number, slow: number) =>
      Array.from({ length: n }, (_, i) => (i < slow ? 1 : 4) + 0.01 * (i % 3));
    expect(regimesOf(withSlow(10, 1))).toBeNull();
    expect(regimesOf(withSlow(10, 2))?.low.n).toBe(2);
    expect(regimesOf(withSlow(30, 2))).toBeNull();
    expect(regimesOf(withSlow(30, 3))?.low.n).toBe(3);
  });

  test('need medians 10 % apart', () => {
    const apart = (high: number) => Array.from({ length: 12 }, (_, i) => (i % 2 ? high : 1));
    expect(regimesOf(apart(1.09))).toBeNull();
    expect(regimesOf(apart(1.11))).toMatchObject({ low: { median: 1 }, high: { median: 1.11 } });
  });

  test('are unknown under 10 values, and not in equal ones', () => {
    expect(regimesOf([1, 1, 1, 1, 4, 4, 4, 4, 4])).toBeNull();
    expect(regimesOf(new Array<number>(10).fill(1))).toBeNull();
    expect(regimesOf(new Array<number>(10).fill(0))).toBeNull();
  });

  const splits = [10, 20, 30].flatMap((n) => {
    const least = Math.max(2, n / 10);
    return [least, Math.floor(n / 3), n / 2, n - least].map((slow) => ({ n, slow }));
  });
  test.each(splits)('at 1 and 1.5 with 3 % of noise: $slow of $n at 1', ({ n, slow }) => {
    const random = seededRandom(n);
    const found = shareOf(DRAWS, () => regimesOf(twoLevels(n, slow, random))?.low.n === slow);
    expect(found).toBeGreaterThanOrEqual(0.95);
  });

  test.each([20, 30])('are found in spite of one outlier, n = %i', (n) => {
    const random = seededRandom(n);
    const found = shareOf(DRAWS, () => {
      const values = [...twoLevels(n - 1, n / 2, random), 10];
      return regimesOf(values)?.low.n === n / 2;
    });
    expect(found).toBeGreaterThanOrEqual(0.95);
  });

  const shapes = [normal(0.05), normal(0.2), logNormal(0.1), logNormal(0.3), uniform(0.5, 1.5)];
  const quiet = shapes.flatMap((shape) => [10, 11, 15, 20, 30].map((n) => ({ ...shape, n })));
  test.each(quiet)('are not seen in one: $name, n = $n', ({ n, ...shape }) => {
    const random = seededRandom(n);
    const alarms = shareOf(DRAWS, () => regimesOf(sample(n, shape, random)) !== null);
    expect(alarms).toBeLessThanOrEqual(0.01);
  });

  test.each([10, 20, 30])('are not seen in one with an outlier, n = %i', (n) => {
    const random = seededRandom(n);
    const alarms = shareOf(
      DRAWS,
      () => regimesOf([...sample(n - 1, normal(0.05), random), 3]) !== null,
    );
    expect(alarms).toBeLessThanOrEqual(0.02);
  });
});

function twoLevels(n: number, slow: number, random: Random): number[] {
  return sample(n, normal(0.03), random).map((noise, i) => noise * (i < slow ? 1 : 1.5));
}
