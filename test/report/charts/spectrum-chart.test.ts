import fc from 'fast-check';
import { expect, test } from 'vitest';
import { latencySeries } from '../../../src/report/charts/latency/latency-series.js';
import { spectrumChart } from '../../../src/report/charts/latency/spectrum-chart.js';
import type { Run } from '../../../src/results/file/run-file.js';
import { buildRun, configurationRecord, trial, WHOLE } from '../../results/run-builder.js';
import { read } from './drawing.js';
import { importedRun, sourceOf, sweepRun, withTrials } from './sources.js';

function draw(...documents: Parameters<typeof sourceOf>[0][]) {
  const sources = documents.map((document, index) => sourceOf(document, `source ${index}`));
  return read(spectrumChart(sources, latencySeries(sources)));
}

function runOf(...series: Uint32Array[]): Run {
  const trials = series.map((queueNs, round) => trial(WHOLE.label, round, { queueNs }));
  return buildRun({ configurations: [WHOLE].map(configurationRecord), trials });
}

test('a line a configuration, named at its end, with figures over all valid trials', () => {
  const drawn = draw(sweepRun([1, 2, 4], 3, 1000));
  expect(drawn.marks('spectrum')).toHaveLength(3);
  for (const { title } of drawn.marks('spectrum')) {
    expect(title).toMatch(/^cache_shard\(shards=\d\): p50 .*, p99\.9 .*, max .*, 3,000 calls$/);
  }
  expect(drawn.texts).toContain('cache_shard(shards=4)');
  expect(drawn.texts).toEqual(expect.arrayContaining(['50 %', '90 %', '99 %', '99.9 %']));
  expect(drawn.texts.some((text) => text.includes('log scale'))).toBe(true);
});

test('figures are those of the pooled samples, by the kernel’s rule', () => {
  const run = runOf(Uint32Array.of(100, 200), Uint32Array.of(300, 400, 1500));
  expect(draw(run).marks('spectrum')[0]?.title).toBe(
    'cache_shard(shards=1): p50 300 ns, p90 1.50 µs, p99 1.50 µs, p99.9 1.50 µs, max 1.50 µs, 5 calls',
  );
});

test('an invalid trial is in no line', () => {
  const run = withTrials(runOf(Uint32Array.of(100), Uint32Array.of(900)), (one) => ({
    ...one,
    valid: one.round === 0,
  }));
  expect(draw(run).marks('spectrum')[0]?.title).toMatch(/max 100 ns, 1 call$/);
});

test('latency never falls along a line', () => {
  const samples = fc.array(fc.integer({ min: 0, max: 2 ** 32 - 1 }), { minLength: 1 });
  fc.assert(
    fc.property(samples, (values) => {
      const [line] = draw(runOf(Uint32Array.from(values))).marks('spectrum');
      const heights = [...line!.text('d').matchAll(/,(-?[\d.]+)/g)].map(([, y]) => Number(y));
      expect(heights.length).toBeGreaterThan(0);
      expect(heights).toEqual(heights.toSorted((a, b) => b - a));
    }),
    { numRuns: 30 },
  );
});

test('28 lines differ in colour or dashes', () => {
  const shards = Array.from({ length: 28 }, (_, index) => index + 1);
  const looks = draw(sweepRun(shards, 1))
    .marks('spectrum')
    .map((line) => `${line.text('stroke')} ${line.text('stroke-dasharray')}`);
  expect(looks).toHaveLength(28);
  expect(new Set(looks).size).toBe(28);
});

test('without histograms the percentiles there are become dots', () => {
  const slim = withTrials(sweepRun([1, 2], 2), (one) => ({ ...one, histograms: null }));
  expect(draw(slim).marks('percentile')).toHaveLength(2 * 4);
  const imported = draw(importedRun()).marks('percentile');
  expect(imported.map(({ title }) => title)).toEqual([
    'cpu: p50 1.00 µs',
    'cpu: p90 2.00 µs',
    'cpu: p95 3.00 µs',
    'cache: p50 4.00 µs',
    'cache: p90 5.00 µs',
    'cache: p95 6.00 µs',
  ]);
});

test('one trial without a histogram leaves the configuration to its percentiles', () => {
  const run = withTrials(sweepRun([1, 2], 2), (one) =>
    one.round === 0 && one.label === WHOLE.label ? { ...one, histograms: null } : one,
  );
  expect(draw(run).marks('percentile')).toHaveLength(4);
});

test('several sources have a panel each, on the same scales', () => {
  const drawn = draw(sweepRun([1, 2], 2), importedRun());
  expect(drawn.texts).toContain('source 0: latency (log scale)');
  expect(drawn.texts).toContain('source 1: latency (log scale)');
  const ticks = drawn.texts.filter((text) => text === '90 %');
  expect(ticks).toHaveLength(2);
});
