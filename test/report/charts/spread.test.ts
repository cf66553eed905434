import fc from 'fast-check';
import { expect, test } from 'vitest';
import { spread } from '../../../src/report/charts/drawing/spread.js';

test('what has room stays', () => {
  expect(spread([90, 10, 50], 15, 0, 100)).toEqual([90, 10, 50]);
});

test('neighbours give way to both sides', () => {
  expect(spread([50, 50], 10, 0, 100)).toEqual([45, 55]);
  expect(spread([50, 52, 51], 10, 0, 100)).toEqual([41, 61, 51]);
});

test('places keep their order, their distance and their bounds', () => {
  const wanted = fc.array(fc.integer({ min: -50, max: 350 }), { minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(wanted, (values) => {
      const places = spread(values, 15, 0, 300);
      const order = values.map((_, i) => i).sort((a, b) => values[a]! - values[b]! || a - b);
      const inOrder = order.map((index) => places[index]!);
      inOrder.forEach((place, rank) => {
        expect(place).toBeGreaterThanOrEqual(rank === 0 ? 0 : inOrder[rank - 1]! + 15 - 1e-9);
        expect(place).toBeLessThanOrEqual(300);
      });
    }),
  );
});
