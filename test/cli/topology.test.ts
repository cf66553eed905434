import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCli } from '../../src/cli/run-cli.js';
import { fakeEngine } from './fake-engine.js';
import { directoryOf, fakeIo, machineOf } from './fake-io.js';

async function topology(flags: readonly string[], root = '/nowhere') {
  const io = fakeIo({ root });
  const exitCode = await runCli(['topology', ...flags], io, fakeEngine());
  expect({ exitCode, stderr: io.written.stderr }).toEqual({ exitCode: 0, stderr: '' });
  return io.written.stdout;
}

const MODEL = ['--topology', 'package:1 l3:2 core:4 pu:2'];

describe('wqbench topology', () => {
  it('shows the pods of every scope', async () => {
    const text = await topology(MODEL);
    for (const pods of ['cache_shard', 'numa', '0-7', '8-15', '0-15']) expect(text).toContain(pods);
  });

  it('prints one document with --json -', async () => {
    const document = JSON.parse(await topology([...MODEL, '--shards', '2', '--json', '-']));
    expect(document).toMatchObject({
      schemaVersion: 1,
      source: { kind: 'synthetic' },
      scopes: {
        cpu: { nr_pods: 16 },
        cache_shard: { nr_pods: 4, pods: ['0-3', '4-7', '8-11', '12-15'] },
        cache: { nr_pods: 2, pods: ['0-7', '8-15'] },
      },
    });
  });

  it('writes the document to a file beside the text', async () => {
    const file = join(directoryOf({}), 'topology.json');
    expect(await topology([...MODEL, '--json', file])).toContain('cache_shard');
    expect(readFileSync(file, 'utf8')).toBe(await topology([...MODEL, '--json', '-']));
  });

  it('keeps to the CPUs that are allowed and asked for', async () => {
    const root = machineOf(8, { 'proc/self/status': 'Cpus_allowed_list:\t0-5\n' });
    const document = JSON.parse(await topology(['--cpus', '0-5:2', '--json', '-'], root));
    expect(document.scopes.system.pods).toEqual(['0,2,4']);
  });

  it("of another machine's /sys ignores what is allowed here", async () => {
    const here = machineOf(8, { 'proc/self/status': 'Cpus_allowed_list:\t0\n' });
    const other = join(machineOf(4), 'sys');
    const document = JSON.parse(await topology(['--sysfs', other, '--json', '-'], here));
    expect(document.scopes.system.pods).toEqual(['0-3']);
  });
});
