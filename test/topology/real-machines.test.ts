import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { podsOf } from '../../src/scopes/pods.js';
import { SCOPES, type ShardPolicy } from '../../src/scopes/scope.js';
import { parseTopology } from '../../src/topology/load-topology.js';
import { readSysfs } from '../../src/topology/sysfs.js';
import type { Topology } from '../../src/topology/topology.js';
import { HAS_MACHINES, unpackMachines } from './machines.js';

const isInstalled = (program: string) => spawnSync(program, ['--version']).status === 0;

/** What a program writes to stdout; a failure throws. */
const outputOf = (program: string, args: readonly string[], env: NodeJS.ProcessEnv = {}) =>
  execFileSync(program, args, { encoding: 'utf8', stdio: 'pipe', env: { ...process.env, ...env } });

/** Options that make `lstopo` write the format of each hwloc version. */
const LSTOPO_FORMATS = [
  { hwloc: 2, options: [] },
  { hwloc: 1, options: ['--export-xml-flags', '1'] },
];

const bySize = (size: number): ShardPolicy => ({ kind: 'shard-size', size });

function podsOfAll(topology: Topology) {
  const pods = SCOPES.map((scope) => [scope, podsOf(topology, scope, bySize(2))]);
  return Object.fromEntries(pods);
}

describe.skipIf(!HAS_MACHINES)('a real machine', () => {
  const { directory, machines } = HAS_MACHINES ? unpackMachines() : { directory: '', machines: [] };
  const sysfsOf = (machine: { directory: string }) => join(machine.directory, 'sys');

  afterAll(() => rmSync(directory, { recursive: true, force: true }));

  test.each(machines)('$name has the pods that other tools see', (machine) => {
    const topology = readSysfs(sysfsOf(machine));
    expect(topology.cpus.map(({ cpu }) => cpu)).toEqual(machine.expected.cpus);
    const { cache_shard: shards, ...pods } = machine.expected.pods;
    expect(podsOfAll(topology)).toMatchObject({ ...pods, cache_shard: shards[2] });
    const sizes = ['1', '2', '4', '8', '16'];
    const sharded = sizes.map((size) => [
      size,
      podsOf(topology, 'cache_shard', bySize(Number(size))),
    ]);
    expect(Object.fromEntries(sharded)).toEqual(shards);
  });

  describe.skipIf(!isInstalled('lstopo')).each(LSTOPO_FORMATS)(
    'through lstopo, as hwloc $hwloc',
    (format) => {
      test.each(machines)('$name has the same pods', (machine) => {
        const args = ['--no-io', ...format.options, '--of', 'xml', '-'];
        const xml = outputOf('lstopo', args, {
          HWLOC_FSROOT: machine.directory,
          HWLOC_COMPONENTS: 'linux,stop',
          // The process that took the snapshot was confined; sysfs knows nothing of it.
          HWLOC_ALLOW: 'all',
        });
        const topology = parseTopology(xml, machine.name);
        expect(topology.source.kind).toBe('hwloc-xml');
        expect(podsOfAll(topology)).toEqual(podsOfAll(readSysfs(sysfsOf(machine))));
      });
    },
  );

  // lscpu refuses a machine without this list.
  const listed = machines.filter((machine) =>
    existsSync(join(sysfsOf(machine), 'devices/system/cpu/online')),
  );

  describe.skipIf(!isInstalled('lscpu'))('through lscpu', () => {
    test.each(listed)('$name has the same pods', (machine) => {
      mkdirSync(join(machine.directory, 'proc'), { recursive: true });
      writeFileSync(join(machine.directory, 'proc/cpuinfo'), 'processor : 0\nvendor_id : x\n');
      const args = ['-s', machine.directory, '-p=CPU,CORE,SOCKET,NODE,CACHE'];
      const text = outputOf('lscpu', args);
      const topology = parseTopology(text, machine.name);
      expect(topology.source.kind).toBe('lscpu');
      expect(podsOfAll(topology)).toEqual(podsOfAll(readSysfs(sysfsOf(machine))));
    });
  });
});
