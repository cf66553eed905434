import { expect, test } from 'vitest';
import { throughputChart } from '../../../src/report/charts/throughput/throughput-chart.js';
import { formatRate } from '../../../src/report/text/format.js';
import { buildRun, configurationRecord, trialsAt, WHOLE } from '../../results/run-builder.js';
import { read } from './drawing.js';
import { importedRun, sourceOf, sweepRun, withTrials } from './sources.js';

test('every trial is a dot, every configuration has a median, an interval and its figure', () => {
  const run = sweepRun([1, 2, 4], 8);
  const drawn = read(throughputChart([sourceOf(run)]));
  expect(drawn.marks('trial')).toHaveLength(24);
  expect(drawn.marks('interval')).toHaveLength(3);
  expect(drawn.marks('median')).toHaveLength(3);
  for (const { label, itemsPerSecond } of run.summary) {
    const figure = formatRate(itemsPerSecond!.median);
    expect(drawn.texts).toContain(figure);
    const { low, high } = itemsPerSecond!.ci95!;
    expect(drawn.marks('median').map(({ title }) => title)).toContain(
      `${label}: median ${figure} items/s, 95 % CI ${formatRate(low)} .. ${formatRate(high)}, n=8`,
    );
  }
});

test('the axis starts at 0', () => {
  const rates = [1e6, 2e6, 4e6];
  const run = buildRun({
    configurations: [WHOLE].map(configurationRecord),
    trials: trialsAt(WHOLE.label, rates),
  });
  const drawn = read(throughputChart([sourceOf(run)]));
  const zero = drawn.placeOf('0');
  const lengths = drawn.marks('trial').map((dot) => dot.attribute('cx') - zero);
  const [first, second, third] = lengths as [number, number, number];
  expect(second / first).toBeCloseTo(2, 1);
  expect(third / first).toBeCloseTo(4, 1);
});

test('doubtful and invalid trials look and are told apart; invalid ones enter no median', () => {
  const run = withTrials(sweepRun([2], 3), (one) => {
    if (one.round === 0) return { ...one, valid: false, violations: ['lost 2 items'] };
    const warnings = [{ code: 'preempted', message: 'a thread lost its CPU' }];
    return one.round === 1 ? { ...one, warnings } : one;
  });
  const drawn = read(throughputChart([sourceOf(run)]));
  expect(drawn.marks('trial')).toHaveLength(1);
  const [doubtful] = drawn.marks('doubtful-trial');
  expect(doubtful?.title).toMatch(/round 1: .* items\/s, doubtful: preempted$/);
  const [invalid] = drawn.marks('invalid-trial');
  expect(invalid?.title).toMatch(/round 0: .* items\/s, invalid: lost 2 items$/);
  expect(drawn.marks('median')[0]?.title).toContain('n=2');
});

test('a warning that was silenced casts no doubt', () => {
  const warnings = [{ code: 'preempted', message: 'a thread lost its CPU' }];
  const run = withTrials(sweepRun([2], 3), (one) => ({ ...one, warnings }));
  const drawn = read(throughputChart([sourceOf(buildRun({ ...run, silenced: ['preempted'] }))]));
  expect(drawn.marks('doubtful-trial')).toEqual([]);
  expect(drawn.marks('trial')).toHaveLength(3);
});

test('a configuration without a valid trial says so', () => {
  const run = withTrials(sweepRun([1, 2], 2), (one) => ({
    ...one,
    valid: one.label === WHOLE.label,
  }));
  const drawn = read(throughputChart([sourceOf(run)]));
  expect(drawn.texts.filter((text) => text === 'no valid trial')).toHaveLength(1);
  expect(drawn.marks('median')).toHaveLength(1);
});

test('sources share the heading of a configuration, each with a row and a colour', () => {
  const sources = [
    sourceOf(sweepRun([1, 2], 2), 'before'),
    sourceOf(sweepRun([1, 2], 2), 'after'),
    sourceOf(importedRun(), 'kernel'),
  ];
  const drawn = read(throughputChart(sources));
  const count = (text: string) => drawn.texts.filter((one) => one === text).length;
  expect([WHOLE.label, 'cpu', 'before', 'after', 'kernel'].map(count)).toEqual([1, 1, 2, 2, 2]);
  const medians = drawn.marks('median').map(({ title }) => title);
  expect(medians.filter((title) => title.startsWith(`${WHOLE.label}, after: `))).toHaveLength(1);
  expect(new Set(drawn.marks('trial').map((dot) => dot.text('fill'))).size).toBe(3);
});
