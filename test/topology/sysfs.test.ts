import { rmSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { podsOf } from '../../src/scopes/pods.js';
import type { Scope } from '../../src/scopes/scope.js';
import { formatCpuList } from '../../src/topology/cpu-list.js';
import { readSysfs } from '../../src/topology/sysfs.js';
import type { Topology } from '../../src/topology/topology.js';
import { cacheOf, forEachCpu, type SysfsFiles, siblingsOf, writeSysfs } from './sysfs-tree.js';

const directories: string[] = [];

afterEach(() => {
  for (const directory of directories.splice(0)) rmSync(directory, { recursive: true });
});

function read(files: SysfsFiles): Topology {
  const root = writeSysfs(files);
  directories.push(root);
  return readSysfs(root);
}

function pods(topology: Topology, scope: Exclude<Scope, 'cache_shard'>): string[] {
  return podsOf(topology, scope, { kind: 'shards', shards: 1 }).map(formatCpuList);
}

function codes(topology: Topology): string[] {
  return topology.warnings.map(({ code }) => code);
}

const online = (list: string): SysfsFiles => ({ 'cpu/online': `${list}\n` });

describe('CPUs of a sysfs tree', () => {
  it('are those online, whatever other files still name', () => {
    const topology = read({
      ...online('1-2'),
      ...forEachCpu(4, (cpu) => ({ ...siblingsOf(cpu, '0-3'), ...cacheOf(cpu, 3, '0-3') })),
      'node/node0/cpulist': '0-3\n',
    });
    expect(pods(topology, 'smt')).toEqual(['1-2']);
    expect(pods(topology, 'cache')).toEqual(['1-2']);
    expect(codes(topology)).toEqual([]);
  });

  it.each([
    ['missing', {}],
    ['empty', { 'cpu/online': '' }],
  ])('are told by their own files where cpu/online is %s', (_, files) => {
    const topology = read({
      ...files,
      'cpu/cpu0/online': '0\n',
      'cpu/cpu1/online': '1\n',
      ...siblingsOf(5, '5'),
      'cpu/cpufreq/policy0/x': '',
      'cpu/cpuidle/x': '',
    });
    expect(topology.cpus.map(({ cpu }) => cpu)).toEqual([1, 5]);
  });

  it('may be read from lists with a NUL, without a newline, and from wide masks', () => {
    const mask = (word: string) => [word, ...Array(33).fill('00000000')].join(',');
    const topology = read({
      ...online('1056-1057,1064'),
      'cpu/cpu1056/topology/core_cpus_list': '1056-1057\n\0',
      'cpu/cpu1057/topology/core_cpus_list': '',
      'cpu/cpu1057/topology/thread_siblings': mask('00000003'),
      'cpu/cpu1064/topology/thread_siblings_list': '1064',
    });
    expect(pods(topology, 'smt')).toEqual(['1056-1057', '1064']);
  });

  it('keep their package, also an unknown one, and never share a core by core_id', () => {
    const topology = read({
      ...online('0-1'),
      ...forEachCpu(2, () => ({})),
      ...siblingsOf(0, '0'),
      ...siblingsOf(1, '1'),
      'cpu/cpu0/topology/core_id': '0\n',
      'cpu/cpu1/topology/core_id': '0\n',
      'cpu/cpu0/topology/physical_package_id': '36\n',
    });
    expect(topology.cpus.map(({ core, package: id }) => [core, id])).toEqual([
      [0, 36],
      [1, -1],
    ]);
  });

  it('are missed with the file or directory named', () => {
    expect(() => readSysfs('/nowhere/sys')).toThrow(
      expect.objectContaining({ code: 'bad-topology', message: expect.stringMatching('/nowhere') }),
    );
    expect(() => read({ 'cpu/online': 'zero\n' })).toThrow(
      expect.objectContaining({
        code: 'bad-topology',
        message: expect.stringMatching(/cpu\/online: CPU list 'zero'.* column 1$/),
      }),
    );
    expect(() => read({ 'cpu/cpu0/online': '0' })).toThrow('no online CPU');
  });
});

describe('cores', () => {
  it('of POWER9 keep their online threads only', () => {
    const topology = read({
      ...online('0,4-7,9'),
      ...forEachCpu(12, (cpu) => {
        const first = cpu - (cpu % 4);
        return siblingsOf(cpu, `${first}-${first + 3}`);
      }),
    });
    expect(pods(topology, 'smt')).toEqual(['0', '4-7', '9']);
  });

  it('are merged where one thread lists the other but not the other way', () => {
    const topology = read({ ...online('0-2'), ...siblingsOf(0, '0-1'), ...siblingsOf(1, '1') });
    expect(pods(topology, 'smt')).toEqual(['0-1', '2']);
    expect(codes(topology)).toContain('sharing-lists-disagree');
  });
});

describe('the last-level cache', () => {
  it('is the highest level that holds data, whatever its index', () => {
    const topology = read({
      ...online('0-3'),
      ...forEachCpu(4, (cpu) => ({
        ...cacheOf(cpu, 2, cpu < 2 ? '0-1' : '2-3', { index: 7, type: 'Data' }),
        ...cacheOf(cpu, 1, `${cpu}`, { index: 4, type: 'Data' }),
        ...cacheOf(cpu, 3, '0-3', { index: 9, type: 'Instruction' }),
      })),
    });
    expect(pods(topology, 'cache')).toEqual(['0-1', '2-3']);
  });

  it('of low-power cores without an L3 is their L2', () => {
    const topology = read({
      ...online('0-5'),
      ...forEachCpu(4, (cpu) => ({ ...cacheOf(cpu, 2, `${cpu}`), ...cacheOf(cpu, 3, '0-3') })),
      ...cacheOf(4, 2, '4-5'),
      ...cacheOf(5, 2, '4-5'),
    });
    expect(pods(topology, 'cache')).toEqual(['0-3', '4-5']);
    expect(codes(topology)).toEqual([]);
  });

  it('of a CPU that lists none is the one that others say it shares', () => {
    const topology = read({
      ...online('0-2'),
      ...cacheOf(0, 3, '0-1'),
      ...cacheOf(1, 2, '1'),
      ...cacheOf(2, 3, '2'),
    });
    expect(pods(topology, 'cache')).toEqual(['0-1', '2']);
  });

  it('is one for CPUs whose lists overlap, with a warning', () => {
    const topology = read({
      ...online('0-3'),
      ...cacheOf(0, 3, '0-1'),
      ...cacheOf(1, 3, '1-2'),
      ...cacheOf(2, 3, '2'),
      ...cacheOf(3, 3, '3'),
    });
    expect(pods(topology, 'cache')).toEqual(['0-2', '3']);
    expect(codes(topology)).toEqual(['sharing-lists-disagree']);
  });

  it('is that of the core where its list is empty', () => {
    const topology = read({
      ...online('0-2'),
      ...forEachCpu(3, (cpu) => ({
        ...siblingsOf(cpu, cpu < 2 ? '0-1' : '2'),
        ...cacheOf(cpu, 3, ''),
      })),
    });
    expect(pods(topology, 'cache')).toEqual(['0-1', '2']);
  });

  it('is read from a mask where there is no list', () => {
    const topology = read({
      ...online('0-3'),
      ...forEachCpu(4, (cpu) => ({
        [`cpu/cpu${cpu}/cache/index0/level`]: '2',
        [`cpu/cpu${cpu}/cache/index0/type`]: 'Unified',
        [`cpu/cpu${cpu}/cache/index0/shared_cpu_map`]: cpu < 2 ? '00000000,00000003' : '0,c',
      })),
    });
    expect(pods(topology, 'cache')).toEqual(['0-1', '2-3']);
  });

  it('is unknown for some CPUs or for all, which then have their core as cache pod', () => {
    const smt = forEachCpu(4, (cpu) => siblingsOf(cpu, cpu < 2 ? '0-1' : '2-3'));
    const some = read({
      ...online('0-3'),
      ...smt,
      ...cacheOf(0, 2, '0-1'),
      ...cacheOf(1, 2, '0-1'),
    });
    expect(some.cpus.map(({ llc }) => llc)).toEqual([0, 0, null, null]);
    expect(pods(some, 'cache')).toEqual(['0-1', '2-3']);
    expect(codes(some)).toEqual(['cpus-without-cache']);
    const none = read({ ...online('0-3'), ...smt });
    expect(pods(none, 'cache')).toEqual(['0-1', '2-3']);
    expect(codes(none)).toEqual(['no-cache-information']);
  });

  it('narrower than a core is reported', () => {
    const topology = read({
      ...online('0-1'),
      ...forEachCpu(2, (cpu) => ({ ...siblingsOf(cpu, '0-1'), ...cacheOf(cpu, 3, `${cpu}`) })),
    });
    expect(pods(topology, 'cache')).toEqual(['0', '1']);
    expect(codes(topology)).toEqual(['core-crosses-caches']);
  });
});

describe('NUMA nodes', () => {
  const cached = (count: number) => forEachCpu(count, (cpu) => cacheOf(cpu, 3, `0-${count - 1}`));

  it('cut a cache (Sub-NUMA clustering), and some have no CPU', () => {
    const topology = read({
      ...online('0-3'),
      ...cached(4),
      'node/node0/cpulist': '0,2\n',
      'node/node3/cpulist': '1,3\n',
      'node/node4/cpulist': '\n',
      'node/node4/cpumap': '00000000\n',
    });
    expect(pods(topology, 'numa')).toEqual(['0,2', '1,3']);
    expect(pods(topology, 'cache')).toEqual(['0,2', '1,3']);
    expect(topology.cpus.map(({ node }) => node)).toEqual([0, 3, 0, 3]);
    expect(codes(topology)).toEqual(['llc-crosses-nodes']);
  });

  it.each([
    ['of the node', { 'node/node1/cpu2/x': '', 'node/node1/cpu3/x': '' }],
    ['of the CPUs', { 'node/node1/x': '', 'cpu/cpu2/node1/x': '', 'cpu/cpu3/node1/x': '' }],
  ])('without list and mask are told by the links %s', (_, links) => {
    const topology = read({
      ...online('0-3'),
      ...cached(4),
      'node/node0/cpumap': '3\n',
      ...links,
    });
    expect(pods(topology, 'numa')).toEqual(['0-1', '2-3']);
  });

  it('that overlap are one, with a warning', () => {
    const topology = read({
      ...online('0-3'),
      ...cached(4),
      'node/node0/cpulist': '0-2\n',
      'node/node1/cpulist': '2-3\n',
    });
    expect(pods(topology, 'numa')).toEqual(['0-3']);
    expect(topology.cpus[0]?.node).toBe(0);
    expect(codes(topology)).toEqual(['nodes-overlap']);
    expect(topology.warnings[0]?.message).toContain('nodes 0 and 1 both claim CPU 2');
  });

  it('may overlap in offline CPUs', () => {
    const topology = read({
      ...online('0,3'),
      ...cached(4),
      'node/node0/cpulist': '0-2\n',
      'node/node1/cpulist': '2-3\n',
    });
    expect(pods(topology, 'numa')).toEqual(['0', '3']);
  });

  it('that miss CPUs leave them a node of their own, with a warning', () => {
    const topology = read({ ...online('0-3'), ...cached(4), 'node/node0/cpulist': '0-1\n' });
    expect(pods(topology, 'numa')).toEqual(['0-1', '2-3']);
    expect(topology.cpus[3]?.node).toBe(-1);
    expect(codes(topology)).toContain('cpus-without-node');
  });
});
