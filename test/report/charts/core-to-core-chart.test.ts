import { describe, expect, it } from 'vitest';
import {
  coreToCoreChart,
  coreToCoreMatrixChart,
} from '../../../src/report/charts/core-to-core/core-to-core-chart.js';
import type { PairLatency } from '../../../src/results/file/pair-latency-schema.js';
import type { Run } from '../../../src/results/file/run-file.js';
import { declared, dies, disturbed, measured, mesh, pairAt } from '../../results/machines.js';
import { buildRun, trialsAt } from '../../results/run-builder.js';
import { read } from './drawing.js';
import { importedRun, sourceOf } from './sources.js';

/** Each round with its probes, which both of its trials carry. */
function probed(...rounds: readonly (readonly PairLatency[])[]): Run {
  const rates = rounds.map(() => 1e6);
  const trials = ['cpu', 'cache_shard(shards=2)'].flatMap((label) => trialsAt(label, rates));
  return buildRun({
    trials: trials.map((one) => ({ ...one, coreToCore: rounds[one.round]! })),
  });
}

function matrixOf(cores: number, truth: (a: number, b: number) => number) {
  const cpus = declared(`l3:1 core:${cores} pu:1`);
  return coreToCoreMatrixChart(
    measured(cpus, truth),
    cpus.map(({ cpu }) => cpu),
    'box',
  );
}

const strengths = (chart: ReturnType<typeof coreToCoreChart>) =>
  read(chart)
    .marks('pair')
    .map((mark) => mark.attribute('fill-opacity'));

describe('latencies between CPUs', () => {
  it('are the medians over the rounds, on both sides of the diagonal', () => {
    const run = probed([pairAt(0, 1, 100)], [pairAt(0, 1, 300)], [pairAt(0, 1, 120)]);
    const { marks, texts } = read(coreToCoreChart([sourceOf(run)]));
    const title = 'CPUs 0 and 1: 120 ns a round trip, p10 to p90 119 ns .. 121 ns, 60 samples';
    expect(marks('pair').map((mark) => mark.title)).toEqual([title, title]);
    expect(texts.filter((text) => text === '120')).toHaveLength(2);
    expect(texts).toContain('1 pair of 2 CPUs, median of 3 rounds');
  });

  it('have the CPUs that were probed as rows and columns', () => {
    const run = probed([pairAt(3, 88, 60), pairAt(3, 200, 90)]);
    const chart = coreToCoreChart([sourceOf(run)]);
    const { marks, texts } = read(chart);
    for (const cpu of ['3', '88', '200']) {
      expect(texts.filter((text) => text === cpu)).toHaveLength(2);
    }
    expect(marks('pair')).toHaveLength(4);
    expect(texts).toContain('2 of 3 pairs of 3 CPUs');
    expect(chart?.svg).toMatch(/fill="url\(#wqbench-core-to-core-hatch-0\)"/);
  });

  it('hatch nothing where every pair was measured', () => {
    expect(matrixOf(4, dies(2))?.svg).not.toContain('hatch');
  });

  it('grow stronger with the distance', () => {
    const run = probed([pairAt(0, 1, 30), pairAt(0, 2, 90), pairAt(0, 3, 270)]);
    const [near, , middle, , far] = strengths(coreToCoreChart([sourceOf(run)])) as number[];
    expect(near).toBeLessThan(middle!);
    expect(middle).toBeLessThan(far!);
  });

  it('make no pattern of noise', () => {
    const found = strengths(matrixOf(8, (a, b) => 100 + ((a * 7 + b * 5) % 6)));
    const all = strengths(matrixOf(8, mesh(3, 8, 50, 500)));
    const range = (values: readonly number[]) => Math.max(...values) - Math.min(...values);
    expect(range(found)).toBeLessThan(range(all) / 5);
  });

  it('of several sources share one scale', () => {
    const sources = [probed([pairAt(0, 1, 50)]), probed([pairAt(0, 1, 200)])].map(
      (document, index) => ({ name: `machine ${index}`, document }),
    );
    const chart = coreToCoreChart(sources);
    const [slight, , strong] = strengths(chart) as [number, number, number];
    expect(slight).toBeLessThan(strong);
    expect(read(chart).texts).toEqual(expect.arrayContaining(['machine 0', 'machine 1']));
  });

  it('are written into the cells of up to 16 CPUs', () => {
    const { marks, texts } = read(matrixOf(16, dies(8)));
    expect(marks('pair')).toHaveLength(240);
    expect(texts.filter((text) => text === '60' || text === '180')).toHaveLength(240);
  });

  it('have a legend in ns for more CPUs', () => {
    const { marks, texts } = read(matrixOf(20, dies(10)));
    expect(marks('pair')).toHaveLength(380);
    expect(texts).not.toContain('180');
    expect(texts).toEqual(expect.arrayContaining(['60 ns', '100 ns']));
  });

  it.each([
    ['of a quiet machine', mesh(16, 128, 60, 240)],
    ['of a busy machine', disturbed(mesh(16, 128, 60, 240), 3, 0.1, 0.3)],
    ['without any order', (a: number, b: number) => 50 + ((a * 7919 + b * 104_729) % 450)],
  ])('stay small with 128 CPUs %s', (_, truth) => {
    const chart = matrixOf(128, truth);
    expect(chart?.svg.length).toBeLessThan(150_000);
    const counts = read(chart)
      .marks('shade')
      .map(({ title }) => Number(title.match(/^[\d,]+/)?.[0].replace(',', '')));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe((128 * 127) / 2);
  });

  it.each([
    ['one pair', probed([pairAt(0, 1, 60)])],
    ['equal pairs', probed([pairAt(0, 1, 60), pairAt(1, 2, 60)])],
    ['long ones', probed([pairAt(0, 1, 123_456), pairAt(1, 2, 0.4)])],
  ])('can be drawn of %s', (_, run) => {
    const pairs = run.trials[0]!.coreToCore;
    expect(read(coreToCoreChart([sourceOf(run)])).marks('pair')).toHaveLength(2 * pairs.length);
  });

  it('are not drawn without probes', () => {
    expect(coreToCoreChart([sourceOf(buildRun()), sourceOf(importedRun())])).toBeNull();
    expect(coreToCoreMatrixChart([], [0], 'box')).toBeNull();
  });
});
