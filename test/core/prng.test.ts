import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { seededRandom, shuffled } from '../../src/core/prng.js';

const seeds = fc.integer({ min: 0, max: 2 ** 32 - 1 });

describe('seededRandom', () => {
  it('repeats itself for the same seed, within [0, 1)', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const [a, b] = [seededRandom(seed), seededRandom(seed)];
        for (let draw = 0; draw < 20; draw++) {
          const value = a();
          expect(value).toBe(b());
          expect(value >= 0 && value < 1).toBe(true);
        }
      }),
    );
  });

  it('has a mean of a half', () => {
    const random = seededRandom(1);
    const draws = Array.from({ length: 100_000 }, random);
    const mean = draws.reduce((sum, draw) => sum + draw) / draws.length;
    expect(Math.abs(mean - 0.5)).toBeLessThan(0.005);
  });
});

describe('shuffled', () => {
  it('keeps every item and leaves its argument alone', () => {
    fc.assert(
      fc.property(fc.array(fc.integer()), seeds, (items, seed) => {
        const before = [...items];
        const result = shuffled(items, seededRandom(seed));
        expect(result.toSorted((a, b) => a - b)).toEqual(before.toSorted((a, b) => a - b));
        expect(items).toEqual(before);
      }),
    );
  });

  it('puts every item everywhere about equally often', () => {
    const random = seededRandom(3);
    const counts = [0, 0, 0, 0];
    for (let round = 0; round < 4000; round++) counts[shuffled([0, 1, 2, 3], random).indexOf(0)]!++;
    for (const count of counts) expect(Math.abs(count - 1000)).toBeLessThan(120);
  });
});
