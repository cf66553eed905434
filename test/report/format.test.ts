import { describe, expect, test } from 'vitest';
import {
  formatChange,
  formatCount,
  formatNs,
  formatPercent,
  formatRate,
  formatRatio,
  formatSpread,
  orAbsent,
} from '../../src/report/text/format.js';

test.each([
  [0, '0'],
  [1, '1'],
  [999.4, '999'],
  [999.6, '1.00 k'],
  [12_345, '12.3 k'],
  [999_600, '1.00 M'],
  [1_234_567, '1.23 M'],
  [45.67e9, '45.7 G'],
  [2e12, '2000 G'],
])('formatRate(%d) is %s', (rate, text) => expect(formatRate(rate)).toBe(text));

test.each([
  [0, '0 ns'],
  [67.5, '68 ns'],
  [1000, '1.00 µs'],
  [27_500, '27.5 µs'],
  [999_999, '1.00 ms'],
  [4_294_967_295, '4.29 s'],
])('formatNs(%d) is %s', (ns, text) => expect(formatNs(ns)).toBe(text));

test.each([
  [0, '0.0 %'],
  [0.0442, '4.4 %'],
  [0.0996, '10 %'],
  [1.09, '109 %'],
])('formatPercent(%d) is %s', (part, text) => expect(formatPercent(part)).toBe(text));

describe('relative figures', () => {
  test('a spread is relative to its mean and absent without one', () => {
    expect(formatSpread(5, 100)).toBe('±5.0 %');
    expect(formatSpread(null, 100)).toBe('-');
    expect(formatSpread(0, 0)).toBe('-');
  });

  test('a change has its sign', () => {
    expect(formatChange(1.446)).toBe('+45 %');
    expect(formatChange(0.64)).toBe('-36 %');
    expect(formatChange(1)).toBe('+0.0 %');
  });

  test('a ratio has its sign of multiplication', () => {
    expect([0.5, 1.354, 12.34, 250].map(formatRatio)).toEqual(['0.50×', '1.35×', '12.3×', '250×']);
  });
});

test('counts are grouped whatever the locale', () => {
  expect(formatCount(1_234_567)).toBe('1,234,567');
});

test('nothing is a dash', () => {
  expect(orAbsent<number>(null, String)).toBe('-');
  expect(orAbsent(0, String)).toBe('0');
});
