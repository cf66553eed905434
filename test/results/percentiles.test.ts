import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { latencyOf, percentile, samplesBeyond } from '../../src/results/percentiles.js';

const samples = fc
  .array(fc.integer({ min: 0, max: 2 ** 32 - 1 }), { minLength: 1, maxLength: 300 })
  .map((values) => Uint32Array.from(values).sort());
const quantile = fc.double({ min: 0, max: 1, noNaN: true });

describe('percentile', () => {
  test.each([
    [0, 10],
    [0.5, 30],
    [0.9, 40],
    [1, 40],
  ])('of 10, 20, 30, 40 at %d is sorted[floor(4q)], clamped: %d', (q, expected) => {
    expect(percentile(Uint32Array.of(10, 20, 30, 40), q)).toBe(expected);
  });

  test('has as many samples at or above it as a naive count says', () => {
    fc.assert(
      fc.property(samples, quantile, (sorted, q) => {
        const naive = [...sorted].sort((a, b) => a - b);
        const skipped = Math.min(Math.floor(naive.length * q), naive.length - 1);
        expect(percentile(sorted, q)).toBe(naive.slice(skipped)[0]);
        expect(samplesBeyond(sorted.length, q)).toBe(naive.slice(skipped + 1).length);
      }),
    );
  });

  test('needs a sample', () => {
    expect(() => percentile(new Uint32Array(), 0.5)).toThrow(RangeError);
  });
});

test('latencyOf never falls from one percentile to the next and ends at the maximum', () => {
  fc.assert(
    fc.property(samples, (sorted) => {
      const { p50, p90, p95, p99, max, samples } = latencyOf(sorted);
      expect([p50, p90, p95, p99, max]).toEqual([p50, p90, p95, p99, max].sort((a, b) => a - b));
      expect(max).toBe(Math.max(...sorted));
      expect(samples).toBe(sorted.length);
    }),
  );
});
