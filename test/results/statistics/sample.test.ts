import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  mean,
  median,
  medianAbsoluteDeviation,
  sampleStddev,
} from '../../../src/results/statistics/sample.js';

describe('statistics of a sample', () => {
  test('of a worked example', () => {
    const values = [2, 4, 4, 4, 5, 5, 7, 9];
    expect(mean(values)).toBe(5);
    expect(sampleStddev(values)).toBeCloseTo(Math.sqrt(32 / 7), 12);
    expect(median(values)).toBe(4.5);
    expect(median([9, 1, 5])).toBe(5);
    expect(medianAbsoluteDeviation(values)).toBe(0.5);
    expect(medianAbsoluteDeviation([1, 1, 2, 2, 4, 6, 9])).toBe(1);
  });

  test('stddev ignores a shift and follows a scale', () => {
    const values = fc.array(fc.integer({ min: -1000, max: 1000 }), { minLength: 2 });
    fc.assert(
      fc.property(values, (sample) => {
        const moved = sample.map((value) => 3 * value + 17);
        expect(sampleStddev(moved)).toBeCloseTo(3 * sampleStddev(sample), 6);
      }),
    );
  });

  test('are refused where they are not defined', () => {
    expect(() => mean([])).toThrow(RangeError);
    expect(() => median([])).toThrow(RangeError);
    expect(() => medianAbsoluteDeviation([])).toThrow(RangeError);
    expect(() => sampleStddev([1])).toThrow(RangeError);
  });
});
