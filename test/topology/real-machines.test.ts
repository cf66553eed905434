import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { podsOf } from '../../src/scopes/pods.js';
import { SCOPES, type ShardPolicy } from '../../src/scopes/scope.js';
import { readSysfs } from '../../src/topology/sysfs.js';
import { HAS_MACHINES, unpackMachines } from './machines.js';

describe.skipIf(!HAS_MACHINES)('sysfs of real machines', () => {
  const { directory, machines } = HAS_MACHINES ? unpackMachines() : { directory: '', machines: [] };

  afterAll(() => rmSync(directory, { recursive: true, force: true }));

  test.each(machines)('$name has the pods that other tools see', (machine) => {
    const topology = readSysfs(join(machine.directory, 'sys'));
    expect(topology.cpus.map(({ cpu }) => cpu)).toEqual(machine.expected.cpus);
    const { cache_shard: shards, ...pods } = machine.expected.pods;
    const bySize = (size: number): ShardPolicy => ({ kind: 'shard-size', size });
    const scopes = SCOPES.filter((scope) => scope !== 'cache_shard');
    const found = scopes.map((scope) => [scope, podsOf(topology, scope, bySize(8))]);
    expect(Object.fromEntries(found)).toEqual(pods);
    const sizes = ['1', '2', '4', '8', '16'];
    const sharded = sizes.map((size) => [
      size,
      podsOf(topology, 'cache_shard', bySize(Number(size))),
    ]);
    expect(Object.fromEntries(sharded)).toEqual(shards);
  });
});
