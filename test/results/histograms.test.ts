import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeHistogram, encodeHistogram } from '../../src/results/histograms/histograms.js';

const samples = fc
  .array(fc.integer({ min: 0, max: 2 ** 32 - 1 }), { minLength: 1, maxLength: 200 })
  .map((values) => Uint32Array.from(values));

test('a decoded histogram has every sample, true to 3 digits', () => {
  fc.assert(
    fc.property(samples, (series) => {
      const decoded = decodeHistogram(encodeHistogram(series));
      const sorted = series.toSorted();
      expect(decoded.totalCount).toBe(series.length);
      sorted.forEach((sample, index) => {
        const found = decoded.getValueAtPercentile((100 * (index + 0.5)) / sorted.length);
        expect(Math.abs(found - sample)).toBeLessThanOrEqual(sample / 1000);
      });
    }),
    { numRuns: 50 },
  );
});

test('the order of the samples does not matter', () => {
  const shuffled = Uint32Array.of(5, 1, 5, 9, 1, 5);
  expect(encodeHistogram(shuffled)).toBe(encodeHistogram(shuffled.toSorted()));
});

test('more equal samples than 16 bits count are all counted', () => {
  expect(decodeHistogram(encodeHistogram(new Uint32Array(100_000).fill(70))).totalCount).toBe(
    100_000,
  );
});

test('what is no histogram does not decode', () => {
  expect(() => decodeHistogram('AAAAAAAA')).toThrow();
});
