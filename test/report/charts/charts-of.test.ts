import { describe, expect, it, test } from 'vitest';
import type { Chart, ChartSource } from '../../../src/report/charts/chart.js';
import { chartsOf } from '../../../src/report/charts/charts-of.js';
import type { Run } from '../../../src/results/file/run-file.js';
import { publishedSweeps } from '../../../src/results/reference/reference.js';
import { buildRun, configurationRecord, trial, WHOLE } from '../../results/run-builder.js';
import { read } from './drawing.js';
import { importedRun, shardsOf, sourceOf, sweepRun, withTrials } from './sources.js';

function draw(...sources: ChartSource[]): Chart[] {
  return chartsOf(sources, publishedSweeps());
}

test('a sweep with histograms has these charts, in reading order', () => {
  const ids = draw(sourceOf(sweepRun([1, 2, 4], 3))).map(({ id }) => id);
  expect(ids.slice(0, 5)).toEqual([
    'throughput',
    'sweep',
    'percentile-spectrum',
    'latency-histograms',
    'trials',
  ]);
});

const ALONE = { configurations: [WHOLE].map(configurationRecord) };

function alone(changes: Parameters<typeof trial>[2], trials = 1): Run {
  const rounds = Array.from({ length: trials }, (_, round) => round);
  return buildRun({ ...ALONE, trials: rounds.map((round) => trial(WHOLE.label, round, changes)) });
}

const sweep = sweepRun([1, 2, 4], 3);

const CASES: Record<string, readonly ChartSource[]> = {
  'one item': [
    sourceOf(alone({ items: 1, queueNs: Uint32Array.of(70), roundTripNs: Uint32Array.of(90) })),
  ],
  'equal trials': [sourceOf(alone({}, 12))],
  'equal latencies': [sourceOf(alone({ queueNs: new Uint32Array(500).fill(70) }, 3))],
  'no latency at all': [sourceOf(alone({ queueNs: new Uint32Array(500) }, 3))],
  'latencies from 0 to the clock’s limit': [
    sourceOf(alone({ queueNs: Uint32Array.of(0, 0, 1, 2, 3, 4000, 2 ** 32 - 1) })),
  ],
  'no rate': [sourceOf(withTrials(sweep, (one) => ({ ...one, itemsPerSecond: 0 })))],
  'no rate of the baseline': [
    sourceOf(
      withTrials(sweep, (one) => (one.label === WHOLE.label ? { ...one, itemsPerSecond: 0 } : one)),
    ),
  ],
  'no latency of the baseline': [
    sourceOf(
      withTrials(sweep, (one) =>
        one.label === WHOLE.label ? { ...one, queueNs: { ...one.queueNs, p50: 0 } } : one,
      ),
    ),
  ],
  'no valid trial': [
    sourceOf(withTrials(sweep, (one) => ({ ...one, valid: false, violations: ['lost items'] }))),
  ],
  'one configuration without valid trials': [
    sourceOf(withTrials(sweep, (one) => ({ ...one, valid: one.label !== WHOLE.label }))),
  ],
  'a round under way': [
    sourceOf(buildRun({ ...sweep, partial: true, trials: sweep.trials.slice(0, 4) })),
  ],
  'no histograms': [sourceOf(withTrials(sweep, (one) => ({ ...one, histograms: null })))],
  'a kernel log': [sourceOf(importedRun())],
  'no baseline': [sourceOf(buildRun({ ...sweep, baseline: null }))],
  'another baseline': [sourceOf(buildRun({ ...sweep, baseline: shardsOf(4).label }))],
  'four sources': [
    sourceOf(sweep, 'new'),
    sourceOf(sweepRun([1, 2, 8], 2), 'old'),
    sourceOf(importedRun(), 'kernel'),
    sourceOf(
      withTrials(sweep, (one) => ({ ...one, histograms: null })),
      'slim',
    ),
  ],
  'a predicted run of a modelled topology': [
    sourceOf(
      buildRun({ ...sweep, source: 'predicted', topology: { ...sweep.topology, modelled: true } }),
    ),
  ],
  'names that are markup': [
    sourceOf(sweep, '</svg><script>alert("1")</script> & \u0000\u001b\ud800'),
    sourceOf(sweep, 'name '.repeat(40)),
  ],
};

describe('every chart is sound', () => {
  it.each(Object.entries(CASES))('of %s', (_, sources) => {
    const charts = draw(...sources);
    expect(charts.length).toBeGreaterThan(0);
    for (const chart of charts) read(chart);
  });
});

test('without trials there is nothing to draw but what the machine is', () => {
  const ids = draw(sourceOf(buildRun({ trials: [] }))).map(({ id }) => id);
  for (const id of ['throughput', 'sweep', 'percentile-spectrum', 'latency-histograms', 'trials']) {
    expect(ids).not.toContain(id);
  }
});

test('charts in one page share no id', () => {
  const all = draw(...CASES['four sources']!);
  const ids = all.flatMap(({ svg }) => [...svg.matchAll(/\sid="([^"]*)"/g)].map(([, id]) => id));
  expect(ids.length).toBeGreaterThanOrEqual(2 * all.length);
  expect(new Set(ids).size).toBe(ids.length);
});

test('the same results are drawn to the same bytes', () => {
  const copy = structuredClone(sweep);
  expect(draw(sourceOf(copy))).toEqual(draw(sourceOf(sweep)));
});

test('predicted, modelled and imported results are called so', () => {
  const predicted = draw(...CASES['a predicted run of a modelled topology']!);
  for (const chart of predicted) {
    expect(chart.description).toMatch(/predicted.*modelled/i);
    expect(read(chart).texts.join(' ')).toMatch(/predicted.*modelled/i);
  }
  for (const chart of draw(...CASES['a kernel log']!)) {
    expect(chart.description).toContain('mported from a kernel log');
  }
});

test('charts of 20 configurations with 30 trials are of moderate size', () => {
  const shards = Array.from({ length: 20 }, (_, index) => index + 1);
  const charts = draw(sourceOf(sweepRun(shards, 30)));
  const bytes = charts.reduce((sum, { svg }) => sum + Buffer.byteLength(svg), 0);
  expect(bytes).toBeLessThan(700_000);
});
