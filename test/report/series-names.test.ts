import fc from 'fast-check';
import { expect, it } from 'vitest';
import { seriesNames } from '../../src/report/hdr/series-names.js';

it('are readable', () => {
  const nameOf = seriesNames(['cpu', 'cache_shard(size=8)']);
  expect(nameOf('cpu', 'queueNs')).toBe('cpu-queue');
  expect(nameOf('cache_shard(size=8)', 'roundTripNs')).toBe('cache_shard-size-8-round-trip');
});

it('are unique and safe whatever the labels', () => {
  const label = fc.oneof(fc.string(), fc.constantFrom('a b', 'a-b', 'A b', 'a-b-2', '..', '/', ''));
  fc.assert(
    fc.property(fc.uniqueArray(label, { minLength: 1, maxLength: 12 }), (labels) => {
      const nameOf = seriesNames(labels);
      const names = labels.flatMap((label) => [
        nameOf(label, 'queueNs').toLowerCase(),
        nameOf(label, 'roundTripNs').toLowerCase(),
      ]);
      expect(new Set(names).size).toBe(names.length);
      for (const name of names) expect(name).toMatch(/^[a-z0-9_][a-z0-9._-]*$/);
    }),
  );
});
