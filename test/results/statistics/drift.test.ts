import { describe, expect, test } from 'vitest';
import { seededRandom } from '../../../src/core/prng.js';
import { driftOf as driftOverRounds } from '../../../src/results/statistics/drift.js';
import { median } from '../../../src/results/statistics/sample.js';
import { logNormal, normal, sample, shareOf, TWO_REGIMES } from './distributions.js';

/** One value a round. */
const driftOf = (values: readonly number[]) =>
  driftOverRounds(values.map((value, round) => ({ round, value })));

describe('drift', () => {
  test('of a straight line is its slope relative to the median', () => {
    const line = Array.from({ length: 11 }, (_, round) => 100 + 2 * round);
    const slope = expect.closeTo(2 / 110, 12);
    expect(driftOf(line)).toEqual({
      slopePerRound: slope,
      low: slope,
      high: slope,
      significant: true,
    });
  });

  test('counts rounds, also where some are missing or out of order', () => {
    const rounds = [9, 0, 1, 2, 5, 6, 7, 8, 12, 14, 15];
    const drift = driftOverRounds(rounds.map((round) => ({ round, value: 100 + 2 * round })));
    expect(drift?.slopePerRound).toBeCloseTo(2 / 114, 12);
  });

  test('is not moved by one wild round', () => {
    const values = Array.from({ length: 20 }, (_, round) => 100 - round);
    values[10] = 10_000;
    expect(driftOf(values)?.slopePerRound).toBeCloseTo(-0.011, 3);
  });

  test('counts only where it adds up to 2 % over the run', () => {
    const rising = (total: number) => Array.from({ length: 21 }, (_, i) => 1 + (total * i) / 20);
    expect(driftOf(rising(0.019))?.significant).toBe(false);
    expect(driftOf(rising(0.022))?.significant).toBe(true);
  });

  test('is unknown under 10 rounds and where the median is 0', () => {
    expect(driftOf([1, 2, 3, 4, 5, 6, 7, 8, 9])).toBeNull();
    expect(driftOf(new Array<number>(10).fill(0))).toBeNull();
    expect(driftOf(new Array<number>(10).fill(7))?.significant).toBe(false);
  });

  test('of 1 % a round is found through 3 % of noise', () => {
    const random = seededRandom(1);
    const found = shareOf(1000, () => {
      const values = sample(20, normal(0.03), random).map((value, i) => value * (1 + 0.01 * i));
      return driftOf(values)?.significant ?? false;
    });
    expect(found).toBeGreaterThan(0.99);
  });

  test.each([10, 20, 30])('has an interval of 95 %, n = %i', (n) => {
    const random = seededRandom(n);
    const covered = shareOf(5000, () => {
      const values = sample(n, normal(0.03), random).map((value, round) => value + 0.01 * round);
      const { low = 1, high = 0 } = driftOf(values) ?? {};
      const truth = 0.01 / median(values);
      return low <= truth && truth <= high;
    });
    expect(covered).toBeGreaterThan(0.94);
    expect(covered).toBeLessThan(0.975);
  });

  const shapes = [normal(0.05), normal(0.2), logNormal(0.3), TWO_REGIMES];
  const quiet = shapes.flatMap((shape) => [10, 20, 30].map((n) => ({ ...shape, n })));
  test.each(quiet)('is not seen in quiet rounds: $name, n = $n', ({ n, ...shape }) => {
    const random = seededRandom(n);
    const alarms = shareOf(5000, () => driftOf(sample(n, shape, random))?.significant ?? false);
    expect(alarms).toBeLessThanOrEqual(0.01);
  });
});
