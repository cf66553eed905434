import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mannWhitney } from '../../../src/results/statistics/mann-whitney.js';

describe('the U test gives what is published', () => {
  test('with ties, exactly: diastolic blood pressure (StatXact 4 manual, p. 221)', () => {
    const treated = [94, 108, 110, 90];
    const control = [80, 94, 85, 90, 90, 90, 108, 94, 78, 105, 88];
    const { p, exact } = mannWhitney(treated, control);
    expect(p).toBeCloseTo(0.0989, 4);
    expect(exact).toBe(true);
  });

  test('with ties, by the normal approximation: ozone in May and August (R, wilcox.test)', () => {
    const may = [
      41, 36, 12, 18, 28, 23, 19, 8, 7, 16, 11, 14, 18, 14, 34, 6, 30, 11, 1, 11, 4, 32, 23, 45,
      115, 37,
    ];
    const august = [
      39, 9, 16, 78, 35, 66, 122, 89, 110, 44, 28, 65, 22, 59, 23, 31, 44, 21, 9, 45, 168, 73, 76,
      118, 84, 85,
    ];
    const { u, p, exact } = mannWhitney(may, august);
    expect(u).toBe(127.5);
    expect(p).toBeCloseTo(0.0001208, 7);
    expect(exact).toBe(false);
  });

  test('with ties: oral explanations of illness (Siegel & Castellan 1988, section 6.4)', () => {
    const absent = [13, 12, 12, 10, 10, 10, 10, 9, 8, 8, 7, 7, 7, 7, 7, 6];
    const present = [
      17, 16, 15, 15, 15, 14, 14, 14, 13, 13, 13, 12, 12, 12, 12, 11, 11, 10, 10, 10, 8, 8, 6,
    ];
    const rankSum = 200;
    const { u, p } = mannWhitney(absent, present);
    expect(u).toBe(rankSum - (16 * 17) / 2);
    expect(p).toBeLessThan(0.0006);
  });

  test('without ties: age at diagnosis (SciPy, mannwhitneyu)', () => {
    const males = [19, 22, 16, 29, 24];
    const females = [20, 11, 17, 12];
    expect(mannWhitney(males, females)).toEqual({
      u: 17,
      p: expect.closeTo(1 / 9, 12),
      exact: true,
    });
    expect(mannWhitney(females, males).u).toBe(3);
  });

  test('without ties: permeability of membranes (Hollander & Wolfe 1973, table 4.1)', () => {
    const atTerm = [0.8, 0.83, 1.89, 1.04, 1.45, 1.38, 1.91, 1.64, 0.73, 1.46];
    const earlier = [1.15, 0.88, 0.9, 0.74, 1.21];
    const { u, p } = mannWhitney(atTerm, earlier);
    expect(u).toBe(35);
    expect(p).toBeCloseTo(0.2544, 4);
  });
});

describe('the U test', () => {
  const few = (max: number) =>
    fc.array(fc.integer({ min: 0, max }), { minLength: 1, maxLength: 5 });

  test.each([3, 8, 1000])('agrees with all permutations of values up to %i', (max) => {
    fc.assert(
      fc.property(few(max), few(max), (a, b) => {
        expect(mannWhitney(a, b).p).toBeCloseTo(pOfPermutations(a, b), 10);
      }),
      { seed: max, numRuns: 200 },
    );
  });

  test('hardly changes from exact to approximate', () => {
    const a = Array.from({ length: 25 }, (_, index) => index);
    const b = a.map((value) => value + 3.5);
    const exact = mannWhitney(a, b);
    // One more value in the middle leaves the distance from the mean as it is.
    const approximate = mannWhitney(a, [...b, 13.75]);
    expect([exact.exact, approximate.exact]).toEqual([true, false]);
    expect(exact.p).toBeGreaterThan(0.01);
    expect(exact.p).toBeLessThan(0.2);
    expect(approximate.p / exact.p).toBeCloseTo(1, 1);
  });

  test('finds nothing where all values are equal', () => {
    expect(mannWhitney([3, 3, 3], [3, 3])).toEqual({ u: 3, p: 1, exact: true });
    const many = new Array<number>(40).fill(3);
    expect(mannWhitney(many, many)).toEqual({ u: 800, p: 1, exact: false });
  });

  test('refuses an empty side and what has no rank', () => {
    expect(() => mannWhitney([], [1])).toThrow(RangeError);
    expect(() => mannWhitney([1], [])).toThrow(RangeError);
    expect(() => mannWhitney([Number.NaN], [1])).toThrow(RangeError);
  });
});

/** Share of all ways to deal the pooled values whose u is as far from its mean. */
function pOfPermutations(a: readonly number[], b: readonly number[]): number {
  const pooled = [...a, ...b];
  const distance = (group: readonly number[], rest: readonly number[]) =>
    Math.abs(winsOf(group, rest) - (a.length * b.length) / 2);
  let beyond = 0;
  let all = 0;
  for (let mask = 0; mask < 1 << pooled.length; mask++) {
    const group = pooled.filter((_, index) => (mask >> index) & 1);
    if (group.length !== a.length) continue;
    const rest = pooled.filter((_, index) => !((mask >> index) & 1));
    all++;
    if (distance(group, rest) >= distance(a, b)) beyond++;
  }
  return beyond / all;
}

function winsOf(group: readonly number[], rest: readonly number[]): number {
  const wins = group.flatMap((x) => rest.map((y) => (x > y ? 1 : x === y ? 0.5 : 0)));
  return wins.reduce<number>((sum, win) => sum + win, 0);
}
