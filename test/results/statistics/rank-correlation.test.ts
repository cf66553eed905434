import { describe, expect, test } from 'vitest';
import { seededRandom } from '../../../src/core/prng.js';
import { rankCorrelation } from '../../../src/results/statistics/rank-correlation.js';
import { logNormal, sample, shareOf } from './distributions.js';

describe("Spearman's rank correlation", () => {
  test('agrees with a published example', () => {
    // IQ and hours of television, from the Wikipedia article on the coefficient: -29/165.
    const iq = [106, 100, 86, 101, 99, 103, 97, 113, 112, 110];
    const hours = [7, 27, 2, 50, 28, 29, 20, 12, 6, 17];
    const found = rankCorrelation(iq, hours, seededRandom(1));
    expect(found?.rho).toBeCloseTo(-29 / 165, 12);
    expect(found?.p).toBeCloseTo(0.6272, 1);
  });

  test('is 1 or -1 for any monotone connection, and next to impossible by chance', () => {
    const xs = Array.from({ length: 12 }, (_, index) => index);
    const rising = rankCorrelation(xs, xs.map(Math.exp), seededRandom(1));
    const falling = rankCorrelation(
      xs,
      xs.map((x) => -x),
      seededRandom(1),
    );
    expect(rising).toMatchObject({ n: 12, rho: 1, p: 0.001 });
    expect(falling).toMatchObject({ n: 12, rho: -1, p: 0.001 });
  });

  test('takes what is unconnected for connected no more often than p says', () => {
    const random = seededRandom(7);
    const found = shareOf(2000, () => {
      const [xs, ys] = [sample(12, logNormal(1), random), sample(12, logNormal(1), random)];
      return (rankCorrelation(xs, ys, random)?.p ?? 1) <= 0.05;
    });
    expect(found).toBeGreaterThan(0.035);
    expect(found).toBeLessThan(0.065);
  });

  test('says nothing of few pairs or a constant side, and refuses what does not pair', () => {
    const xs = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
    const random = seededRandom(1);
    expect(rankCorrelation(xs.slice(1), xs.slice(1), random)).toBeNull();
    expect(
      rankCorrelation(
        xs,
        xs.map(() => 3),
        random,
      ),
    ).toBeNull();
    expect(() => rankCorrelation(xs, xs.slice(1), random)).toThrow(RangeError);
    expect(() =>
      rankCorrelation(
        xs,
        xs.map(() => Number.NaN),
        random,
      ),
    ).toThrow(RangeError);
  });
});
