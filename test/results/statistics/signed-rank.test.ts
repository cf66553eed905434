import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { normalUpperTail } from '../../../src/results/statistics/normal-tail.js';
import { signedRank } from '../../../src/results/statistics/signed-rank.js';

describe('the signed-rank test', () => {
  test('gives what is published: depression before and after (Hollander & Wolfe 1973, p. 29)', () => {
    const before = [1.83, 0.5, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.3];
    const after = [0.878, 0.647, 0.598, 2.05, 1.06, 1.29, 1.06, 3.14, 1.29];
    const { w, p } = signedRank(before.map((value, index) => value - (after[index] as number)));
    expect(w).toBe(40);
    expect(p).toBeCloseTo(2 * 0.01953, 4);
  });

  test.each([3, 1000])('agrees with all signs of differences up to %i', (max) => {
    const differences = fc.array(fc.integer({ min: -max, max }), { maxLength: 9 });
    fc.assert(
      fc.property(differences, (sample) => {
        expect(signedRank(sample).p).toBeCloseTo(pOfSigns(sample), 10);
      }),
      { seed: max, numRuns: 200 },
    );
  });

  test('hardly changes from exact to approximate', () => {
    const differences = Array.from({ length: 50 }, (_, i) => (i % 3 === 0 ? -i : i) - 0.5);
    const exact = signedRank(differences);
    // The smallest rank moves the sum least.
    const approximate = signedRank([...differences, 0.25]);
    expect([exact.exact, approximate.exact]).toEqual([true, false]);
    expect(exact.p).toBeGreaterThan(0.001);
    expect(exact.p).toBeLessThan(0.2);
    expect(approximate.p / exact.p).toBeCloseTo(1, 1);
  });

  test('leans to the side with the larger ranks', () => {
    expect(signedRank([1, 2, -3, 4]).direction).toBe(1);
    expect(signedRank([-1, -2, 3, -4]).direction).toBe(-1);
    expect(signedRank([0, 0])).toEqual({ w: 0, p: 1, exact: true, direction: 0 });
  });

  test('takes an infinite difference for the largest', () => {
    expect(signedRank([Infinity, -1, -2]).w).toBe(3);
  });
});

test('the tail of the normal distribution is that of the tables', () => {
  expect(normalUpperTail(0)).toBe(0.5);
  expect(normalUpperTail(1.959963984540054) / 0.025).toBeCloseTo(1, 12);
  expect(normalUpperTail(3) / 0.0013498980316300946).toBeCloseTo(1, 12);
  expect(normalUpperTail(6) / 9.865876450376946e-10).toBeCloseTo(1, 11);
});

/** Share of all ways to sign the differences whose w is as far from its mean. */
function pOfSigns(differences: readonly number[]): number {
  const sizes = differences.filter((difference) => difference !== 0).map(Math.abs);
  const rank = (size: number) =>
    sizes.filter((other) => other < size).length +
    (sizes.filter((other) => other === size).length + 1) / 2;
  const total = sizes.reduce((sum, size) => sum + rank(size), 0);
  const positive = differences.filter((difference) => difference > 0);
  const w = positive.reduce((sum, size) => sum + rank(size), 0);
  let beyond = 0;
  for (let mask = 0; mask < 1 << sizes.length; mask++) {
    const signed = sizes.reduce((sum, size, i) => sum + ((mask >> i) & 1 ? rank(size) : 0), 0);
    if (Math.abs(signed - total / 2) >= Math.abs(w - total / 2)) beyond++;
  }
  return beyond / (1 << sizes.length);
}
