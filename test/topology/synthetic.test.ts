import { describe, expect, it } from 'vitest';
import { podsOf } from '../../src/scopes/pods.js';
import { formatCpuList } from '../../src/topology/cpu-list.js';
import { parseSynthetic } from '../../src/topology/synthetic.js';
import type { Topology } from '../../src/topology/topology.js';

const read = (text: string) => parseSynthetic(text, text);

function column(topology: Topology, key: 'cpu' | 'core' | 'llc' | 'node' | 'package') {
  return topology.cpus.map((cpu) => cpu[key]);
}

describe('a synthetic string', () => {
  it('describes packages, caches, cores and threads', () => {
    const topology = read('package:2 l3:2 core:2 pu:2');
    expect(topology.source).toEqual({ kind: 'synthetic', name: 'package:2 l3:2 core:2 pu:2' });
    expect(column(topology, 'cpu')).toEqual(Array.from({ length: 16 }, (_, cpu) => cpu));
    expect(column(topology, 'core')).toEqual([0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7]);
    expect(column(topology, 'llc')).toEqual([0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3]);
    expect(column(topology, 'package')).toEqual([...Array(8).fill(0), ...Array(8).fill(1)]);
    expect(column(topology, 'node')).toEqual(Array(16).fill(0));
  });

  it.each([
    'socket:1 die:2 l3:1(size=32MiB) l2:1(size=1024kB) core:2 pu:1',
    'Package:1 Die:2 L3Cache:1(size=33554432) L2uCache:1 L1dCache:1 L1iCache:1 Core:2 PU:1',
    '(memory=64GB) pack:1 group:2 l3u:1 co:2(memory=1MB) pu:1',
    'package:1 tile:2 l3 : 1 core: 0x2\npu:1',
  ])('is understood in the spelling of %s', (text) => {
    expect(column(read(text), 'llc')).toEqual([0, 0, 1, 1]);
  });

  it('takes the highest level of cache that holds data as LLC, if there is one', () => {
    expect(column(read('l2:2 l1d:2 l1i:1 pu:1'), 'llc')).toEqual([0, 0, 1, 1]);
    const without = read('l1i:2 core:2 pu:1');
    expect(column(without, 'llc')).toEqual([null, null, null, null]);
    expect(without.warnings.map(({ code }) => code)).toEqual(['no-cache-information']);
  });

  it('has NUMA nodes as a level or attached, which cut a cache', () => {
    expect(column(read('numa:2(indexes=1,0) core:2 pu:1'), 'node')).toEqual([1, 1, 0, 0]);
    expect(column(read('package:2 [numa(memory=1GB indexes=5,2)] core:2 pu:1'), 'node')).toEqual([
      5, 5, 2, 2,
    ]);
    const cut = read('l3:1 numa:2 core:2 pu:1');
    expect(column(cut, 'llc')).toEqual([0, 0, 1, 1]);
    expect(cut.warnings.map(({ code }) => code)).toEqual(['llc-crosses-nodes']);
  });

  it('gives a CPU the first node attached to the innermost object', () => {
    expect(column(read('package:2 [numa][numa] core:1 pu:1'), 'node')).toEqual([0, 2]);
    expect(column(read('package:2 [numa] l3:2 [numa] pu:1'), 'node')).toEqual([0, 1, 3, 4]);
  });

  it.each([
    ['core:2 pu:2(indexes=0,2,1,3)', ['0,2', '1,3']],
    ['core:4 pu:2(indexes=2*4:1*2)', ['0,4', '1,5', '2,6', '3,7']],
    ['core:4 pu:2(indexes=2*4)', ['0,4', '1,5', '2,6', '3,7']],
    ['core:4 pu:2(indexes=core)', ['0,4', '1,5', '2,6', '3,7']],
    ['core:2 pu:2(indexes=13,7,5,100)', ['5,100', '7,13']],
  ])('numbers the CPUs of %s', (text, cores) => {
    const pods = podsOf(read(text), 'smt', { kind: 'shards', shards: 1 });
    expect(pods.map(formatCpuList)).toEqual(cores);
  });

  it('may leave the types to hwloc', () => {
    const topology = read('2 1 2 3 2');
    expect(column(topology, 'package').filter((id) => id === 1)).toHaveLength(12);
    expect(new Set(column(topology, 'llc')).size).toBe(4);
    expect(new Set(column(topology, 'core')).size).toBe(12);
  });

  it('may describe thousands of CPUs', () => {
    const topology = read('package:4 [numa] l3:16 core:32 pu:2(indexes=2*2048:1*2)');
    expect(topology.cpus).toHaveLength(4096);
    expect(topology.cpus[2048]).toEqual({ cpu: 2048, core: 0, llc: 0, node: 0, package: 0 });
  });

  it.each([
    ['', 1, 'the last level must be pu'],
    ['core:2 foo:1 pu:1', 8, "unknown object type 'foo'"],
    ['core:2,pu:1', 7, "unknown object type ',pu:1'"],
    ['machine:1 pu:1', 1, "unknown object type 'machine'"],
    ['p:1', 1, "unknown object type 'p'"],
    ['l6:1 pu:1', 1, "unknown object type 'l6'"],
    ['core 2 pu:1', 5, "a type is followed by ':' and the number of objects"],
    ['core:x pu:1', 6, 'a number is missing'],
    ['core:-2 pu:1', 6, 'a number is missing'],
    ['core:0 pu:1', 6, 'there must be at least one object'],
    ['core:70000 pu:1', 6, '70000 objects are more than 16384'],
    ['core:2', 1, 'the last level must be pu'],
    ['pu:2 pu:1', 6, "a second level of 'pu'"],
    ['core:2 core:2 pu:1', 8, "a second level of 'core'"],
    ['package:2 2 pu:2', 11, 'either all levels have a type or none'],
    ['numa:2 [numa] pu:1', 1, 'NUMA nodes are either a level or attached'],
    ['core:2 [core] pu:1', 9, 'only [numa] can be attached'],
    ['core:2 [numa pu:1', 13, "']' is missing"],
    ['core:2(speed=3) pu:1', 8, "unknown attribute 'speed=3'"],
    ['core:2(size=3) pu:1', 8, "unknown attribute 'size=3'"],
    ['l3:2(size=XB) pu:1', 11, 'a size such as 32MiB is missing'],
    ['l3:2(size=4XB) pu:1', 12, "' ' or ')' is expected after an attribute"],
    ['core:2 pu:2(', 13, "')' is missing"],
    ['pu:2(indexes=)', 14, 'indexes are a list, loops or object types'],
    ['pu:2(indexes=0,)', 16, 'an index is missing'],
    ['pu:2(indexes=0)', 14, '1 indexes are given for 2 objects'],
    ['pu:2(indexes=0,1,2)', 14, '3 indexes are given for 2 objects'],
    ['pu:2(indexes=1,1)', 14, 'index 1 comes twice'],
    ['pu:1(indexes=70000)', 14, 'CPU 70000 is beyond 65535'],
    ['pu:4(indexes=3*2)', 14, 'the loops count 2 objects of 4'],
    ['pu:4(indexes=2*0)', 14, "loop '2*0' goes nowhere"],
    ['pu:4(indexes=2*2:2*2)', 14, 'index 0 comes twice'],
    ['core:2 pu:2(indexes=l3)', 21, "there is no level 'l3' around these objects"],
    ['core:2 pu:2(indexes=foo)', 21, "unknown object type 'foo'"],
  ])("'%s' is an error at column %i", (text, at, reason) => {
    expect(() => read(text)).toThrow(
      expect.objectContaining({
        code: 'bad-topology',
        message: `${text}, column ${at}: ${reason}`,
      }),
    );
  });

  it('in a file of several lines is an error with its line', () => {
    expect(() => parseSynthetic('package:2\n core:x\n', 'box.txt')).toThrow(
      'box.txt, line 2, column 7: a number is missing',
    );
  });
});
