import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { seededRandom } from '../../../src/core/prng.js';
import { medianInterval } from '../../../src/results/statistics/median-interval.js';
import { pairedRatio, unpairedRatio } from '../../../src/results/statistics/ratio-interval.js';

describe('the interval of a median', () => {
  /** Ranks and levels as in Conover's binomial table for p = 0.5. */
  test.each([
    { n: 6, low: 1, high: 6, level: 0.9688 },
    { n: 10, low: 2, high: 9, level: 0.9785 },
    { n: 20, low: 6, high: 15, level: 0.9586 },
    { n: 30, low: 10, high: 21, level: 0.9572 },
  ])('of 1 to $n is $low to $high', ({ n, low, high, level }) => {
    const values = Array.from({ length: n }, (_, index) => n - index);
    expect(medianInterval(values)).toEqual({ low, high, level: expect.closeTo(level, 4) });
  });

  test('is unknown where even the extremes are not confident enough', () => {
    expect(medianInterval([1, 2, 3, 4, 5])).toBeNull();
    expect(medianInterval([])).toBeNull();
    expect(medianInterval([1, 2, 3, 4, 5], 0.9)?.level).toBeCloseTo(0.9375, 12);
    expect(medianInterval([1, 2, 3, 4, 5, 6, 7], 0.99)).toBeNull();
  });

  test('has a level for many values, where 2^n overflows', () => {
    const { level = 0 } = medianInterval(Array.from({ length: 2000 }, (_, i) => i)) ?? {};
    expect(level).toBeGreaterThanOrEqual(0.95);
    expect(level).toBeLessThan(0.96);
  });
});

describe('the interval of a ratio', () => {
  const measurement = fc.double({ min: 0.01, max: 100, noNaN: true });
  const rounds = fc.array(fc.tuple(measurement, measurement), { minLength: 1, maxLength: 15 });

  test('holds the ratio of the medians', () => {
    fc.assert(
      fc.property(rounds, fc.nat(), (pairs, seed) => {
        const [a, b] = [pairs.map(([x]) => x), pairs.map(([, y]) => y)];
        for (const estimator of [pairedRatio, unpairedRatio]) {
          const { ratio, low, high } = estimator(a, b, seededRandom(seed));
          expect(low <= ratio && ratio <= high).toBe(true);
        }
      }),
    );
  });

  test('turns over when the sides of the pairs do', () => {
    fc.assert(
      fc.property(rounds, fc.nat(), (pairs, seed) => {
        const [a, b] = [pairs.map(([x]) => x), pairs.map(([, y]) => y)];
        const there = pairedRatio(a, b, seededRandom(seed));
        const back = pairedRatio(b, a, seededRandom(seed));
        expect(back.low * there.high).toBeCloseTo(1, 9);
        expect(back.high * there.low).toBeCloseTo(1, 9);
      }),
    );
  });

  test('is a point where one side is a multiple of the other, paired only', () => {
    const baseline = [1, 5, 2, 8, 3, 9, 4, 7, 6, 10];
    const doubled = baseline.map((value) => 2 * value);
    expect(pairedRatio(baseline, doubled, seededRandom(1))).toEqual({ ratio: 2, low: 2, high: 2 });
    const { low, high } = unpairedRatio(baseline, doubled, seededRandom(1));
    expect(low).toBeLessThan(1.5);
    expect(high).toBeGreaterThan(2.5);
  });

  test('takes sides of different sizes unless they are paired', () => {
    expect(unpairedRatio([2, 2, 2], [3], seededRandom(1)).ratio).toBe(1.5);
    expect(() => pairedRatio([2, 2, 2], [3], seededRandom(1))).toThrow(RangeError);
  });

  test('is 1 for equal medians, be they 0, and infinite over 0', () => {
    expect(pairedRatio([0, 0], [0, 0], seededRandom(1))).toEqual({ ratio: 1, low: 1, high: 1 });
    expect(pairedRatio([0, 0], [3, 3], seededRandom(1)).ratio).toBe(Infinity);
  });

  test.each([[[]], [[-1]], [[Number.NaN]], [[Infinity]]])('is refused for %j', (values) => {
    expect(() => unpairedRatio([1], values, seededRandom(1))).toThrow(RangeError);
  });
});
