import { describe, expect, it } from 'vitest';
import { podsChart } from '../../../src/report/charts/pods/pods-chart.js';
import { recordConfiguration } from '../../../src/results/configuration-record.js';
import type { Run } from '../../../src/results/file/run-file.js';
import { KERNEL_RULE } from '../../../src/scopes/configuration.js';
import { podsOf } from '../../../src/scopes/pods.js';
import type { Scope, ShardPolicy } from '../../../src/scopes/scope.js';
import { formatCpuList } from '../../../src/topology/cpu-list.js';
import { parseSynthetic } from '../../../src/topology/synthetic.js';
import type { Topology } from '../../../src/topology/topology.js';
import { buildRun } from '../../results/run-builder.js';
import { read } from './drawing.js';
import { importedRun, sourceOf } from './sources.js';

type Cut = readonly [Scope, ShardPolicy?];

const shardSize = (size: number): Cut => ['cache_shard', { kind: 'shard-size', size }];
const EIGHT: readonly Cut[] = [
  ['cpu'],
  ['smt'],
  shardSize(2),
  shardSize(4),
  shardSize(8),
  ['cache'],
  ['numa'],
  ['system'],
];

function cutRun(topology: Pick<Topology, 'cpus'>, cuts: readonly Cut[]): Run {
  const source = { kind: 'synthetic', name: 'box' } as const;
  const whole: Topology = { source, warnings: [], cpus: topology.cpus };
  const configurations = cuts.map(([scope, policy = { kind: 'shards', shards: 1 }], index) => {
    const label = `${scope}-${index}`;
    const names = { label, names: [label], scope, scopes: [scope], policies: [] };
    const pods = podsOf(whole, scope, policy);
    return recordConfiguration({ ...names, pods, ...KERNEL_RULE }, 0, formatCpuList);
  });
  const cpus = [...topology.cpus];
  return buildRun({
    topology: { source, modelled: true, realCpus: 2, cpus },
    configurations,
    trials: [],
    baseline: null,
  });
}

const machine = (description: string) => parseSynthetic(description, description);

describe('pods over the machine', () => {
  it('are a shape each, with their CPUs', () => {
    const run = cutRun(machine('package:2 [numa] l3:2 core:2 pu:2'), [['smt'], ['numa']]);
    const { marks, texts } = read(podsChart([sourceOf(run)]));
    const titles = marks('pod').map(({ title }) => title);
    expect(titles).toHaveLength(8 + 2);
    expect(titles[1]).toBe('pod 1: 2 CPUs, 2-3');
    expect(titles.slice(8)).toEqual(['pod 0: 8 CPUs, 0-7', 'pod 1: 8 CPUs, 8-15']);
    expect(texts).toEqual(expect.arrayContaining(['8 pods of 2 CPUs', '2 pods of 8 CPUs']));
  });

  it('carry their number in each square of a small machine', () => {
    const run = cutRun(machine('l3:2 core:4 pu:1'), [['cache']]);
    const { texts } = read(podsChart([sourceOf(run)]));
    expect(texts.filter((text) => text === '0' || text === '1')).toHaveLength(8);
  });

  it('stand in the boxes of their caches and nodes', () => {
    const run = cutRun(machine('package:2 [numa] l3:2 core:2 pu:2'), [['cpu']]);
    const { texts } = read(podsChart([sourceOf(run)]));
    expect(texts.filter((text) => text.startsWith('LLC '))).toHaveLength(4);
    expect(texts).toEqual(expect.arrayContaining(['node 0, package 0', 'node 1, package 1']));
  });

  it.each(
    EIGHT.flatMap((cut) => [
      [JSON.stringify(cut), 'package:2 [numa] l3:2 core:12 pu:2', cut] as const,
      [JSON.stringify(cut), 'l3:1 core:24 pu:1', cut] as const,
    ]),
  )('differ in colour from their neighbours: %s of %s', (_, description, cut) => {
    const squares = squaresOf(podsChart([sourceOf(cutRun(machine(description), [cut]))])!.svg);
    const alike = squares.flatMap((a) =>
      squares.filter((b) => a.pod !== b.pod && a.colour === b.colour && touching(a, b)),
    );
    expect(alike).toEqual([]);
    expect(squares).toHaveLength(machine(description).cpus.length);
  });

  it.each([
    'package:2 [numa] l3:8 core:8 pu:2',
    'package:2 [numa] l3:1 core:128 pu:1',
    'package:1 [numa] l3:1 core:128 pu:2',
  ])('stay small for 256 CPUs in 8 configurations: %s', (description) => {
    const run = cutRun(machine(description), EIGHT);
    const chart = podsChart([sourceOf(run)]);
    const pods = run.configurations.reduce((sum, { nr_pods }) => sum + nr_pods, 0);
    expect(read(chart).marks('pod')).toHaveLength(pods);
    expect(chart?.svg.length).toBeLessThan(200_000);
  });

  it('are wrapped within the width of the drawing', () => {
    const run = cutRun(machine('package:4 [numa] l3:3 core:24 pu:2'), [['smt'], ['cache']]);
    const { svg } = podsChart([sourceOf(run)])!;
    const squares = squaresOf(svg);
    expect(squares).toHaveLength(2 * run.topology.cpus.length);
    expect(Math.max(...squares.map(({ x, size }) => x + size))).toBeLessThan(900);
  });

  const cpu = (number: number, changes = {}) => ({
    cpu: number,
    core: number,
    llc: 0,
    node: 0,
    package: 0,
    ...changes,
  });

  it.each([
    ['one CPU', [cpu(0)]],
    ['holes in the numbers of CPUs', [cpu(3), cpu(17), cpu(88), cpu(1023)]],
    ['no known cache', [0, 1, 2].map((each) => cpu(each, { llc: null }))],
    ['nodes with and without one', [cpu(0), cpu(1, { llc: null, node: 4, package: -1 })]],
    ['a node of two packages', [cpu(0), cpu(1, { package: 1 }), cpu(2, { node: 8, llc: 1 })]],
  ])('can be drawn with %s', (_, cpus) => {
    const run = cutRun({ cpus }, [['cpu'], ['system']]);
    const { marks } = read(podsChart([sourceOf(run)]));
    expect(marks('pod')).toHaveLength(cpus.length + 1);
  });

  it('have room for 30 configurations with long names', () => {
    const [configuration] = cutRun(machine('core:4 pu:1'), [['cpu']]).configurations;
    const names = Array.from({ length: 9 }, (_, index) => `cache_shard(shard-size=${index})`);
    const configurations = Array.from({ length: 30 }, (_, index) => {
      return { ...configuration!, label: `${index}`, names };
    });
    const run = buildRun({ configurations, trials: [], baseline: null });
    expect(read(podsChart([sourceOf(run)])).marks('pod')).toHaveLength(30 * 4);
  });

  it('are those of the first run', () => {
    const run = cutRun(machine('core:4 pu:1'), [['system']]);
    const sources = [importedRun(), run, buildRun()].map((document, index) => {
      return { name: `result ${index}`, document };
    });
    const { marks, texts } = read(podsChart(sources));
    expect(marks('pod')).toHaveLength(1);
    expect(texts.some((text) => text.startsWith('result 1: 4 CPUs'))).toBe(true);
    expect(podsChart([sourceOf(importedRun())])).toBeNull();
  });
});

interface Square {
  readonly pod: number;
  readonly colour: string;
  readonly x: number;
  readonly y: number;
  readonly size: number;
}

function squaresOf(svg: string): Square[] {
  const pods = [...svg.matchAll(/<path[^>]*data-mark="pod"[^>]*>/g)];
  return pods.flatMap(([tag], pod) => {
    const colour = tag.match(/fill="([^"]*)"/)![1]!;
    return [...tag.matchAll(/M(\d+) (\d+)h(\d+)/g)].map((match) => {
      const [x, y, size] = match.slice(1).map(Number) as [number, number, number];
      return { pod, colour, x, y, size };
    });
  });
}

/** Side by side, or one above the other with a narrow gap at most. */
function touching(a: Square, b: Square): boolean {
  const [across, down] = [Math.abs(a.x - b.x), Math.abs(a.y - b.y)];
  return (down === 0 && across === a.size) || (across === 0 && down <= a.size + 4);
}
