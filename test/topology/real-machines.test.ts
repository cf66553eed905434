import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { podsOf } from '../../src/scopes/pods.js';
import { shardLayout } from '../../src/scopes/shard-layout.js';
import { readSysfs } from '../../src/topology/sysfs.js';
import { HAS_MACHINES, unpackMachines } from './machines.js';

describe.skipIf(!HAS_MACHINES)('sysfs of real machines', () => {
  const { directory, machines } = HAS_MACHINES ? unpackMachines() : { directory: '', machines: [] };

  afterAll(() => rmSync(directory, { recursive: true, force: true }));

  test.each(machines)('$name has the pods that other tools see', (machine) => {
    const topology = readSysfs(join(machine.directory, 'sys'));
    const { cache_shard: shards, ...pods } = machine.expected.pods;
    const found = {
      cpu: podsOf(topology, 'cpu'),
      smt: podsOf(topology, 'smt'),
      cache: podsOf(topology, 'cache'),
      numa: podsOf(topology, 'numa'),
      system: podsOf(topology, 'system'),
    };
    expect(topology.cpus.map(({ cpu }) => cpu)).toEqual(machine.expected.cpus);
    expect(found).toEqual(pods);
    const sizes = Object.keys(shards).map(Number);
    const sharded = sizes.map((size) => shardLayout(topology, { kind: 'shard-size', size }).pods);
    expect(sharded).toEqual(Object.values(shards));
    expect(sizes.length).toBe(5);
  });
});
