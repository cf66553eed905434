import { describe, expect, it } from 'vitest';
import { topologyJson, topologyReport } from '../../src/report/topology/topology-report.js';
import { renderTopology } from '../../src/report/topology/topology-text.js';
import type { ShardPolicy } from '../../src/scopes/scope.js';
import { parseSynthetic } from '../../src/topology/synthetic.js';

const SIZE_8: ShardPolicy = { kind: 'shard-size', size: 8 };

function reportOf(description: string, policies: readonly ShardPolicy[] = [SIZE_8]) {
  return topologyReport(parseSynthetic(description, description), policies, null);
}

const shards = (count: number): ShardPolicy => ({ kind: 'shards', shards: count });

describe('the report of a topology', () => {
  const report = reportOf('package:1 l3:2 core:4 pu:2(indexes=2*8:1*2)', [shards(2), shards(4)]);

  it('has the pods of every scope as CPU lists, cache_shard by the first policy', () => {
    expect(Object.keys(report.scopes)).toEqual([
      'cpu',
      'smt',
      'cache_shard',
      'cache',
      'numa',
      'system',
    ]);
    expect(report.scopes.cache).toEqual({ nr_pods: 2, pods: ['0-3,8-11', '4-7,12-15'] });
    expect(report.scopes.cache_shard.pods).toEqual([
      '0-1,8-9',
      '2-3,10-11',
      '4-5,12-13',
      '6-7,14-15',
    ]);
    expect(report.cpus[1]).toEqual({ cpu: 1, core: 1, llc: 0, node: 0, package: 0 });
  });

  it('has a configuration for all scopes and policies that coincide', () => {
    expect(report.configurations).toEqual([
      expect.objectContaining({ label: 'cpu', nr_pods: 16, cpus_per_pod: { min: 1, max: 1 } }),
      expect.objectContaining({
        label: 'smt',
        names: ['smt', 'cache_shard(shards=4)'],
        scopes: ['smt', 'cache_shard'],
        shards: 4,
        nr_pods: 8,
      }),
      {
        label: 'cache_shard(shards=2)',
        names: ['cache_shard(shards=2)'],
        scope: 'cache_shard',
        scopes: ['cache_shard'],
        policies: [shards(2)],
        shards: 2,
        nr_pods: 4,
        cpus_per_pod: { min: 4, max: 4 },
      },
      expect.objectContaining({ label: 'cache', nr_pods: 2 }),
      expect.objectContaining({ label: 'numa', names: ['numa', 'system'], nr_pods: 1 }),
    ]);
    expect(report.warnings.map(({ code }) => code)).toEqual(['scopes-coincide']);
  });

  it('is one JSON document', () => {
    expect(JSON.parse(topologyJson(report))).toEqual(report);
    expect(topologyJson(report).endsWith('}\n')).toBe(true);
  });
});

describe('the text of a topology', () => {
  const style = { colour: false, unicode: false, columns: 80 };

  it('shows cache_shard under every policy', () => {
    const report = reportOf('l3:1 core:8 pu:1', [shards(2), shards(4)]);
    const text = renderTopology(report, { colour: false, unicode: false, columns: 100 });
    expect(text).toMatch(/^cache_shard\(shards=2\) +2 +4 +0-3 \| 4-7$/m);
    expect(text).toMatch(/^cache_shard\(shards=4\) +4 +2 +0-1 \| 2-3 \| 4-5 \| 6-7$/m);
    expect(report.shardings.map(({ nr_pods }) => nr_pods)).toEqual([2, 4]);
  });

  it('shows what the machine is made of and its pods', () => {
    expect(
      renderTopology(reportOf('package:2 [numa] l3:2 core:3 pu:2'), style),
    ).toMatchInlineSnapshot(`
      "package:2 [numa] l3:2 core:3 pu:2 (synthetic)
      CPUs      24: 0-23
      cores     12, CPUs in each: 2
      LLCs      4, cores in each: 3
      nodes     2: 0, 1
      packages  2
      --------------------------------------------------------------------------------
      scope                nr_pods  CPUs/pod  CPUs of each pod
      --------------------------------------------------------------------------------
      cpu                       24         1  0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | +15
      smt                       12         2  0-1 | 2-3 | 4-5 | 6-7 | 8-9 | 10-11 | +6
      cache_shard(size=8)        4         6  0-5 | 6-11 | 12-17 | 18-23
      cache                      4         6  0-5 | 6-11 | 12-17 | 18-23
      numa                       2        12  0-11 | 12-23
      system                     1        24  0-23
      --------------------------------------------------------------------------------
      scopes-coincide: the same pods on these CPUs, so measured once: cache_shard(size=8) = cache; to split an LLC use --shards 2 or --shard-size 1
      "
    `);
  });

  it('abridges the pods of large machines to the width there is', () => {
    const text = renderTopology(reportOf('package:2 [numa] l3:16 core:12 pu:2'), style);
    const table = text.split('\n').filter((line) => /^(?:cpu|smt|cache|numa|system)/.test(line));
    expect(table).toHaveLength(6);
    for (const line of table) expect(line.length).toBeLessThanOrEqual(80);
    expect(table[0]).toMatch(/ 768 .* 0 \| 1 .* \| \+7\d\d$/);
  });

  it('cuts even the first pod where it does not fit', () => {
    const report = reportOf('numa:2(indexes=0,1) core:60 pu:1(indexes=60*2:1*60)');
    const text = renderTopology(report, style);
    const numa = text.split('\n').find((line) => /^numa +2/.test(line)) ?? '';
    expect(report.scopes.numa.pods[0]?.length).toBeGreaterThan(80);
    expect(numa).toMatch(/ 0,2,4,.*\.\.\. \| \+1$/);
    expect(numa.length).toBeLessThanOrEqual(80);
  });

  it('says what is unknown', () => {
    const text = renderTopology(reportOf('core:2 pu:1'), style);
    expect(text).toMatch(/^LLCs +unknown$/m);
    expect(text).toMatch(/^packages +unknown$/m);
    expect(text).toContain('no-cache-information: ');
  });
});
