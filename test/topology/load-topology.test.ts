import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { loadTopology } from '../../src/topology/load-topology.js';
import {
  restrictToAllowed,
  restrictToFirst,
  restrictTopology,
} from '../../src/topology/restrict.js';
import { parseSynthetic } from '../../src/topology/synthetic.js';
import { readAllowedCpus, topologyInUse } from '../../src/topology/topology-in-use.js';

const root = mkdtempSync(join(tmpdir(), 'wqbench-load-'));

afterAll(() => rmSync(root, { recursive: true }));

function write(name: string, content: string): string {
  const path = join(root, name);
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, content);
  return path;
}

const describeBy = (text: string) => loadTopology({ kind: 'description', text }, root);

const numbers = (topology: { cpus: readonly { cpu: number }[] }) =>
  topology.cpus.map(({ cpu }) => cpu);

describe('a topology', () => {
  it.each([
    ['synthetic', 'package:1 core:2 pu:1\n'],
    ['lscpu', '# CPU,Core,Socket,Node\n0,0,0,0\n1,1,0,0\n'],
    ['lscpu', '0,0,0,0\n1,1,0,0\n'],
    [
      'hwloc-xml',
      '\uFEFF<topology><object type="Machine"><object type="PU" os_index="0"/><object type="PU" os_index="1"/></object></topology>',
    ],
  ])('file is recognised as %s by its content', (kind, content) => {
    const path = write('machine', content);
    const { topology, modelled } = describeBy(path);
    expect(topology.source).toEqual({ kind, name: path });
    expect(numbers(topology)).toEqual([0, 1]);
    expect(modelled).toBe(true);
  });

  it('may be described in place', () => {
    expect(numbers(describeBy('core:2 pu:2').topology)).toEqual([0, 1, 2, 3]);
  });

  it('that is not there is an error that names the path', () => {
    const missing = join(root, 'missing.xml');
    expect(() => describeBy(missing)).toThrow(`${missing}: no such file`);
    expect(() => describeBy(root)).toThrow(
      expect.objectContaining({ code: 'bad-topology', nextStep: expect.stringMatching('--sysfs') }),
    );
  });

  it('that is no text, or no file to read whole, is an error that says so', () => {
    const path = write('binary', 'ELF\0\u0001');
    expect(() => describeBy(path)).toThrow(`${path} is not text`);
    expect(() => describeBy('/dev/zero')).toThrow('/dev/zero is no regular file');
    const large = write('large.xml', '');
    truncateSync(large, 65 * 2 ** 20);
    expect(() => describeBy(large)).toThrow(`${large} is 68157440 bytes long`);
  });

  it('that is empty is an error that says so', () => {
    const path = write('empty.txt', ' \n');
    expect(() => describeBy(path)).toThrow(`${path} is empty`);
    expect(() => describeBy(' ')).toThrow('is empty');
  });

  it("is modelled unless it is this machine's own", () => {
    write('sys/devices/system/cpu/online', '0-3\n');
    write('other/sys/devices/system/cpu/online', '0-7\n');
    symlinkSync(join(root, 'sys'), join(root, 'link'));
    const load = (directory: string) => loadTopology({ kind: 'sysfs', directory }, root);
    expect(loadTopology({ kind: 'machine' }, root).modelled).toBe(false);
    expect(load(join(root, 'link')).modelled).toBe(false);
    expect(load(join(root, 'other/sys')).modelled).toBe(true);
  });
});

describe('the CPUs in use', () => {
  it("are online, allowed and asked for; on another machine's model all are allowed", () => {
    write('sys/devices/system/cpu/online', '0-3\n');
    write('proc/self/status', 'Name:\tnode\nCpus_allowed:\te\nCpus_allowed_list:\t1-3,9\n');
    const inUse = (cpus: string | null) =>
      numbers(topologyInUse({ kind: 'machine' }, cpus, root).topology);
    expect(readAllowedCpus(root)).toEqual([1, 2, 3, 9]);
    expect(inUse(null)).toEqual([1, 2, 3]);
    expect(inUse('1-3:2')).toEqual([1, 3]);
    expect(() => inUse('0-1')).toThrow(
      expect.objectContaining({
        code: 'cpu-unavailable',
        message: 'CPU 0 is not online and allowed',
        nextStep: 'choose from CPUs 1-3',
      }),
    );
    const model = { kind: 'description', text: 'core:3 pu:1' } as const;
    expect(numbers(topologyInUse(model, null, root).topology)).toEqual([0, 1, 2]);
  });

  it('are all where the allowed ones are unknown', () => {
    expect(readAllowedCpus(join(root, 'other'))).toBeNull();
  });
});

describe('a restricted topology', () => {
  const topology = parseSynthetic('package:2 l3:2 core:2 pu:2', 'box');

  it('numbers cores and caches anew, and keeps nodes and packages', () => {
    expect(restrictTopology(topology, [14, 5]).cpus).toEqual([
      { cpu: 5, core: 0, llc: 0, node: 0, package: 0 },
      { cpu: 14, core: 1, llc: 1, node: 0, package: 1 },
    ]);
    expect(numbers(restrictToAllowed(topology, [3, 99]))).toEqual([3]);
    expect(numbers(restrictToFirst(topology, 3))).toEqual([0, 1, 2]);
  });

  it.each([
    [() => restrictTopology(topology, [1, 16, 17]), 'CPU 16-17 are not online and allowed'],
    [() => restrictTopology(topology, []), 'no CPU of box is left to use'],
    [() => restrictToAllowed(topology, [99]), 'no CPU of box is left to use'],
    [() => restrictToFirst(topology, 17), '17 CPUs are asked for, but 16 can be used'],
    [() => restrictToFirst(topology, 0), '0 CPUs are asked for, but 16 can be used'],
  ])('has at least one CPU, and none it did not have (%#)', (restrict, message) => {
    expect(restrict).toThrow(
      expect.objectContaining({
        code: 'cpu-unavailable',
        message,
        nextStep: 'choose from CPUs 0-15',
      }),
    );
  });
});
