import { expect, test } from 'vitest';
import { histogramsChart } from '../../../src/report/charts/latency/histograms-chart.js';
import { latencySeries } from '../../../src/report/charts/latency/latency-series.js';
import type { Run } from '../../../src/results/file/run-file.js';
import { buildRun, configurationRecord, trial, WHOLE } from '../../results/run-builder.js';
import { read } from './drawing.js';
import { importedRun, sourceOf, sweepRun, withTrials } from './sources.js';

function draw(...documents: Parameters<typeof sourceOf>[0][]) {
  const sources = documents.map((document, index) => sourceOf(document, `source ${index}`));
  return histogramsChart(sources, latencySeries(sources));
}

function runOf(queueNs: Uint32Array): Run {
  const configurations = [WHOLE].map(configurationRecord);
  return buildRun({ configurations, trials: [trial(WHOLE.label, 0, { queueNs })] });
}

test('bars are shares of the calls, from 0', () => {
  const bars = read(draw(runOf(Uint32Array.of(100, 100, 100, 1000)))).marks('bin');
  const shares = bars.map(({ title }) => title.match(/[\d.]+ %/)?.[0]);
  expect(shares).toEqual(['75 %', '25 %']);
  const [most, least] = bars as [(typeof bars)[0], (typeof bars)[0]];
  expect(most.attribute('height') / least.attribute('height')).toBeCloseTo(3, 2);
  const feet = bars.map((bar) => bar.attribute('y') + bar.attribute('height'));
  expect(feet[0]).toBeCloseTo(feet[1]!, 1);
});

test('a few ns are told apart', () => {
  const titles = read(draw(runOf(Uint32Array.of(0, 1, 2, 3, 4)))).marks('bin');
  expect(titles.map(({ title }) => title.replace(/^.*?: /, ''))).toEqual([
    'less to under 2 ns, 40 % of calls',
    '2 ns to under 3 ns, 20 % of calls',
    '3 ns to under 4 ns, 20 % of calls',
    '4 ns to under 5 ns, 20 % of calls',
  ]);
});

test('a panel a configuration, each with the p50 of the table', () => {
  const run = sweepRun([1, 2, 4], 3);
  const drawn = read(draw(run));
  expect(drawn.marks('p50')).toHaveLength(3);
  for (const { label } of run.configurations) expect(drawn.texts).toContain(label);
  expect(drawn.texts.filter((text) => text.startsWith('p50 '))).toHaveLength(3);
});

test('the bars of a panel leave out less than a hundredth of its calls', () => {
  const bars = read(draw(sweepRun([1], 3, 5000))).marks('bin');
  const percent = bars.reduce((sum, { title }) => sum + Number(title.match(/([\d.]+) %/)?.[1]), 0);
  expect(percent).toBeGreaterThan(98);
  expect(percent).toBeLessThan(101);
});

test('bars of a colour a source stand side by side', () => {
  const drawn = read(draw(sweepRun([1, 2], 2), sweepRun([1, 2], 2)));
  expect(drawn.marks('p50')).toHaveLength(4);
  expect(drawn.texts.filter((text) => text === 'source 1')).toHaveLength(2);
});

test('without histograms there is none', () => {
  expect(draw(withTrials(sweepRun([1], 2), (one) => ({ ...one, histograms: null })))).toBeNull();
  expect(draw(importedRun())).toBeNull();
});
