import { expect, test } from 'vitest';
import { sweepChart } from '../../../src/report/charts/sweep/sweep-chart.js';
import { formatRatio } from '../../../src/report/text/format.js';
import { publishedSweeps } from '../../../src/results/reference/reference.js';
import { buildRun, configurationRecord, SHARDS_2, WHOLE } from '../../results/run-builder.js';
import { read } from './drawing.js';
import { importedRun, shardsOf, sourceOf, sweepRun, withTrials } from './sources.js';

const run = sweepRun([1, 2, 4], 8);

test('own points have the ratio to cache with its interval, for items/s and for latency', () => {
  const drawn = read(sweepChart([sourceOf(run)], []));
  const titles = drawn.marks('point').map(({ title }) => title);
  expect(titles).toHaveLength(2 * 3);
  expect(drawn.marks('interval')).toHaveLength(2 * 2);
  expect(drawn.marks('sweep')).toHaveLength(2);
  for (const { label, comparison } of run.summary) {
    if (!comparison) continue;
    const { ratio, ci95 } = comparison.itemsPerSecond;
    const [low, high] = [ci95!.low, ci95!.high].map(formatRatio);
    const figures = `${formatRatio(ratio!)} the items/s of cache, 95 % CI ${low} .. ${high}, n=8`;
    const count = label.match(/\d+/)?.[0];
    expect(titles).toContain(`box, ${label}: ${count} shards per LLC, ${figures}`);
  }
});

test('one shard is cache itself', () => {
  const titles = read(sweepChart([sourceOf(run)], []))
    .marks('point')
    .map(({ title }) => title);
  expect(titles).toContain(
    'box, cache_shard(shards=1): 1 shard per LLC, 1.00× the items/s of cache, n=8',
  );
});

test('published sweeps lie behind, named, with all their points', () => {
  const published = publishedSweeps();
  const drawn = read(sweepChart([sourceOf(run)], published));
  const points = published.flatMap((sweep) => sweep.points);
  expect(points.length).toBeGreaterThan(0);
  expect(drawn.marks('published-point')).toHaveLength(2 * points.length);
  for (const { name } of published) {
    expect(drawn.texts.filter((text) => text === name)).toHaveLength(2);
  }
});

test('shards are counted as cut, whatever the policy', () => {
  const sized = {
    ...SHARDS_2,
    label: 'cache_shard(size=1)',
    names: ['cache_shard(size=1)', 'cache_shard(size=2)'],
    policies: [1, 2].map((size) => ({ kind: 'shard-size', size }) as const),
  };
  const other = buildRun({
    ...run,
    configurations: [WHOLE, sized].map(configurationRecord),
    trials: run.trials
      .filter(({ label }) => label !== shardsOf(4).label)
      .map((one) => (one.label === WHOLE.label ? one : { ...one, label: sized.label })),
  });
  const titles = read(sweepChart([sourceOf(other)], [])).marks('point');
  expect(titles.map(({ title }) => title.match(/[\d.]+ shards? per LLC/)?.[0])).toEqual([
    '1 shard per LLC',
    '2 shards per LLC',
    '1 shard per LLC',
    '2 shards per LLC',
  ]);
});

test('with another baseline the ratios are still those to cache', () => {
  const other = buildRun({ ...run, baseline: shardsOf(4).label });
  expect(sweepChart([sourceOf(other)], [])?.svg).toBe(sweepChart([sourceOf(run)], [])?.svg);
});

test('a point without a ratio is left out', () => {
  const silent = withTrials(run, (one) =>
    one.label === WHOLE.label ? { ...one, queueNs: { ...one.queueNs, p50: 0 } } : one,
  );
  expect(read(sweepChart([sourceOf(silent)], [])).marks('point')).toHaveLength(3 + 1);
});

test('each source with a sweep has a curve; without any there is no chart', () => {
  const sources = [sourceOf(run, 'new'), sourceOf(importedRun(), 'kernel'), sourceOf(run, 'old')];
  expect(read(sweepChart(sources, [])).marks('sweep')).toHaveLength(2 * 2);
  expect(sweepChart([sourceOf(sweepRun([1], 2))], publishedSweeps())).toBeNull();
  expect(sweepChart([sourceOf(importedRun())], publishedSweeps())).toBeNull();
});
