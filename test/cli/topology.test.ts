import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCli } from '../../src/cli/run-cli.js';
import { type FakeLatencies, fakeEngine, latencies } from './fake-engine.js';
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

describe('wqbench topology --measure', () => {
  async function measure(flags: readonly string[], root: string, how: FakeLatencies) {
    const io = fakeIo({ root });
    const engine = fakeEngine(undefined, how);
    const exitCode = await runCli(['topology', '--measure', ...flags], io, engine);
    return { exitCode, ...io.written };
  }

  const twoDies = latencies((a, b) => (a < 4 === b < 4 ? 60 : 240));

  it('shows the latency of every two CPUs, and where it contradicts the topology', async () => {
    const { exitCode, stdout, stderr } = await measure([], machineOf(8), twoDies);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: 'measuring 28 pairs of CPUs\n' });
    expect(stdout).toMatch(/^ +7 +240 +240 +240 +240 +60 +60 +60 +-$/m);
    expect(stdout).toContain('llc-split: CPUs 0-7 are declared to share one LLC');
  });

  it('has the same in its document, which without --measure has none of it', async () => {
    const root = machineOf(8);
    const { stdout } = await measure(['--cpus', '2-5', '--json', '-'], root, twoDies);
    const document = JSON.parse(stdout);
    expect(document.coreToCore.pairs).toHaveLength(6);
    expect(document.coreToCore).toMatchObject({
      unit: 'ns a round trip',
      roundTripsPerSample: 100,
      distances: [{ distance: 'same LLC', pairs: 6, minNs: 60, maxNs: 240 }],
      pairs: expect.arrayContaining([
        { cpus: [2, 4], medianNs: 240, p10Ns: 237.6, p90Ns: 242.4, samples: 20 },
      ]),
    });
    expect(document.warnings.map(({ code }: { code: string }) => code)).toContain('llc-split');
    const plain = JSON.parse(await topology(['--json', '-'], root));
    expect(plain).not.toHaveProperty('coreToCore');
  });

  it('draws it as a heat map, a mark a pair on either side of the diagonal', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'wqbench-')), 'map.svg');
    const { exitCode } = await measure(['--heat-map', file], machineOf(4), twoDies);
    expect(exitCode).toBe(0);
    const svg = readFileSync(file, 'utf8');
    expect(svg.match(/data-mark="pair"/g)).toHaveLength(4 * 3);
    expect(svg).toContain('4 CPUs');
  });

  it.each([
    [['--heat-map', '/dev/null/map.svg'], /cannot write .*map.svg/],
    [['--topology', 'core:2 pu:1'], /--measure cannot measure --topology 'core:2 pu:1'/],
    [['--sysfs', '/sys'], /--measure cannot measure --sysfs '\/sys'/],
    [['--cpus', '1'], /--measure needs two CPUs, and only CPU 1 is in use/],
  ])('refuses %j', async (flags, message) => {
    const { exitCode, stdout, stderr } = await measure(flags, machineOf(2), twoDies);
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
    expect(stderr).toMatch(message);
  });

  it('ends with 130 when interrupted, and writes nothing', async () => {
    const io = fakeIo({ root: machineOf(2) });
    const never: FakeLatencies = ({ signal }) =>
      new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(new Error('broken off')));
        expect(io.interrupt()).toBe(true);
      });
    const exitCode = await runCli(['topology', '--measure'], io, fakeEngine(undefined, never));
    expect({ exitCode, stdout: io.written.stdout }).toEqual({ exitCode: 130, stdout: '' });
    expect(io.written.stderr).toContain('interrupted; nothing was measured');
    expect(io.interrupt()).toBe(false);
  });
});
