import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cellOf, drawAxis, linearAxis, logAxis } from '../../../src/report/terminal/axis.js';
import { formatNs, formatRate } from '../../../src/report/text/format.js';

describe('a linear axis', () => {
  it('starts at zero and has round ticks', () => {
    expect(drawAxis(linearAxis(0, 4.2e6, formatRate), 42, true)).toEqual([
      '└─────────┴─────────┴─────────┴─────────┴─',
      '0        1 M       2 M       3 M       4 M',
    ]);
  });

  it('reaches below zero where values do', () => {
    const axis = linearAxis(-1, 3, String);
    expect(axis.position(0, 40)).toBe(10);
    expect(axis.ticks(40)).toEqual([-1, 0, 1, 2, 3]);
  });

  it('has a place for zero alone', () => {
    expect(linearAxis(0, 0, formatRate).position(0, 40)).toBe(0);
  });
});

describe('a logarithmic axis', () => {
  it('has units on its ticks', () => {
    expect(drawAxis(logAxis(10, 2e7, formatNs), 64, true)[1]).toBe(
      '10 ns  100 ns     1 µs      10 µs    100 µs     1 ms      10 ms',
    );
  });

  it('gives each factor the same width', () => {
    const axis = logAxis(10, 1e5, formatNs);
    expect([10, 100, 1e3, 1e4, 1e5].map((ns) => axis.position(ns, 80))).toEqual(
      [0, 20, 40, 60, 80].map((cell) => expect.closeTo(cell)),
    );
  });

  it('has a tick and every value on it, however close these are', () => {
    const value = fc.double({ min: 0, max: 2 ** 32, noNaN: true });
    fc.assert(
      fc.property(value, value, fc.integer({ min: 20, max: 150 }), (a, b, width) => {
        const axis = logAxis(Math.min(a, b), Math.max(a, b), formatNs);
        const cells = [Math.min(a, b), Math.max(a, b)].map((ns) => cellOf(axis, ns, width));
        expect(cells[0]).toBeLessThanOrEqual(cells[1]!);
        for (const cell of cells) expect(cell).toBeGreaterThanOrEqual(0);
        for (const cell of cells) expect(cell).toBeLessThan(width);
        expect(drawAxis(axis, width, true)[1].trim()).not.toBe('');
      }),
      { examples: [[2.1e9, 4.3e9, 20]] },
    );
  });
});
