import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { configurationsOf, cpusPerPod, plainScopes } from '../../src/scopes/configurations.js';
import { podsOf } from '../../src/scopes/pods.js';
import { SCOPES, type ShardPolicy } from '../../src/scopes/scope.js';
import type { Cpu, Topology } from '../../src/topology/topology.js';

const SIZE_8: ShardPolicy = { kind: 'shard-size', size: 8 };
const shards = (count: number): ShardPolicy => ({ kind: 'shards', shards: count });

function machine(cpus: readonly Cpu[]): Topology {
  return { source: { kind: 'synthetic', name: 'test' }, cpus, warnings: [] };
}

/** `threads` SMT siblings numbered far apart, as on x86 servers. */
function regular(
  nodes: number,
  llcsPerNode: number,
  coresPerLlc: number,
  threads: number,
): Topology {
  const cores = nodes * llcsPerNode * coresPerLlc;
  const cpus = Array.from({ length: cores * threads }, (_, cpu): Cpu => {
    const core = cpu % cores;
    const llc = Math.floor(core / coresPerLlc);
    return { cpu, core, llc, node: Math.floor(llc / llcsPerNode), package: 0 };
  });
  return machine(cpus);
}

describe('configurations', () => {
  it("come in the domain's order, whatever the order asked for", () => {
    const { configurations } = configurationsOf(
      regular(2, 2, 12, 2),
      plainScopes([...SCOPES].reverse()),
      [SIZE_8],
    );
    expect(configurations.map(({ label, pods }) => [label, pods.length])).toEqual([
      ['cpu', 96],
      ['smt', 48],
      ['cache_shard(size=8)', 8],
      ['cache', 4],
      ['numa', 2],
      ['system', 1],
    ]);
    expect(configurations.map(({ names }) => names.length)).toEqual(Array(6).fill(1));
  });

  it('with the same pods are one, with all names and a note on how to tell them apart', () => {
    const { configurations, warnings } = configurationsOf(
      regular(1, 1, 2, 1),
      plainScopes(SCOPES),
      [SIZE_8],
    );
    expect(configurations.map(({ names }) => names)).toEqual([
      ['cpu', 'smt'],
      ['cache_shard(size=8)', 'cache', 'numa', 'system'],
    ]);
    expect(configurations[1]).toMatchObject({
      scope: 'cache_shard',
      policies: [SIZE_8],
      pods: [[0, 1]],
    });
    expect(warnings.map(({ code }) => code)).toEqual(['scopes-coincide']);
    expect(warnings[0]!.message).toContain('--shards 2');
  });

  it('sweep cache_shard over every policy, and say where a count is clamped', () => {
    const sweep = [1, 2, 4, 8].map(shards);
    const { configurations, warnings } = configurationsOf(
      regular(1, 2, 4, 2),
      plainScopes(['cache', 'cache_shard']),
      sweep,
    );
    expect(configurations.map(({ names }) => names)).toEqual([
      ['cache_shard(shards=1)', 'cache'],
      ['cache_shard(shards=2)'],
      ['cache_shard(shards=4)', 'cache_shard(shards=8)'],
    ]);
    const clamped = warnings.filter(({ code }) => code === 'shards-clamped');
    expect(clamped).toHaveLength(1);
    expect(clamped[0]!.message).toContain('--shards 8');
  });

  it('keep SMT siblings in one shard', () => {
    const pods = podsOf(regular(1, 1, 12, 2), 'cache_shard', SIZE_8);
    expect(pods).toEqual([
      [0, 1, 2, 3, 4, 5, 12, 13, 14, 15, 16, 17],
      [6, 7, 8, 9, 10, 11, 18, 19, 20, 21, 22, 23],
    ]);
    expect(cpusPerPod(pods)).toEqual({ min: 12, max: 12 });
  });

  it('cut a cache at the node border, and fall back to cores where no cache is known', () => {
    const at = (cpu: number, llc: number | null, node: number): Cpu => ({
      cpu,
      core: cpu,
      llc,
      node,
      package: 0,
    });
    const spanning = machine([at(0, 0, 0), at(1, 0, 1), at(2, 0, 0), at(3, 0, 1)]);
    expect(podsOf(spanning, 'cache', SIZE_8)).toEqual([
      [0, 2],
      [1, 3],
    ]);
    const unknown = machine([at(6, null, 0), at(7, null, 0)]);
    expect(podsOf(unknown, 'cache', SIZE_8)).toEqual(podsOf(unknown, 'smt', SIZE_8));
  });

  it("nest: each scope's pods lie within those of the next", () => {
    const size = fc.integer({ min: 1, max: 5 });
    fc.assert(
      fc.property(
        size,
        size,
        fc.integer({ min: 1, max: 20 }),
        fc.integer({ min: 1, max: 4 }),
        (nodes, llcs, cores, threads) => {
          const topology = regular(nodes, llcs, cores, threads);
          const cuts = SCOPES.map((scope) => podsOf(topology, scope, SIZE_8));
          for (const [finer, coarser] of cuts
            .slice(1)
            .map((cut, index) => [cuts[index]!, cut] as const)) {
            for (const pod of finer) {
              const homes = coarser.filter((other) => pod.some((cpu) => other.includes(cpu)));
              expect(homes).toHaveLength(1);
            }
          }
        },
      ),
      { numRuns: 30 },
    );
  });
});
