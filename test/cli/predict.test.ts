import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCli } from '../../src/cli/run-cli.js';
import { groupBy } from '../../src/core/group-by.js';
import { loadMachine, machineNames, parseMachine } from '../../src/predictor/machine-files.js';
import { readResult } from '../../src/results/file/read-result.js';
import type { Run } from '../../src/results/file/run-file.js';
import { fakeEngine } from './fake-engine.js';
import { directoryOf, fakeIo } from './fake-io.js';

async function wqbench(...argv: readonly string[]) {
  const io = fakeIo({ root: '/nowhere' });
  const exitCode = await runCli(argv, io, fakeEngine());
  return { exitCode, ...io.written };
}

const SMALL = ['--topology', 'package:1 [numa] l3:2 core:4 pu:1', '--costs-from', 'grace-72c'];

/** A small prediction, with the directory that its result went to. */
async function predict(...flags: readonly string[]) {
  const out = mkdtempSync(join(tmpdir(), 'wqbench-predict-'));
  const all = ['predict', ...SMALL, '--items', '40', '--trials', '4', '--out', out, ...flags];
  const written = await wqbench(...all);
  const [name] = readdirSync(out);
  return { ...written, out: name === undefined ? null : join(out, name) };
}

async function predictedRun(...flags: readonly string[]): Promise<Run> {
  const { exitCode, stderr, out } = await predict(...flags);
  expect({ exitCode, stderr: exitCode === 0 ? '' : stderr }).toEqual({ exitCode: 0, stderr: '' });
  return readResult(out!).document as Run;
}

interface Slice {
  readonly tid: number;
  readonly name: string;
  readonly ts: number;
  readonly dur: number;
}

/** Slices that begin in another one and end behind it, but for the rounding to ns. */
function crossing(track: readonly Slice[]): Slice[] {
  const sorted = track.toSorted((a, b) => a.ts - b.ts || b.dur - a.dur);
  const open: number[] = [];
  return sorted.filter(({ ts, dur }) => {
    while (open.length > 0 && open.at(-1)! <= ts + 0.0015) open.pop();
    const end = ts + dur;
    const crosses = open.length > 0 && end > open.at(-1)! + 0.0015;
    open.push(end);
    return crosses;
  });
}

describe('wqbench predict', () => {
  it('writes a run that says it is none, with model, machine, seeds and starts', async () => {
    const run = await predictedRun('--scopes', 'cpu,cache');
    expect(run).toMatchObject({
      source: 'predicted',
      prediction: { model: 'simulation', machine: { costs: { lock: { provenance: 'borrowed' } } } },
      threads: 8,
      kworkers: 'threads',
      valid: true,
    });
    const draws = run.trials.filter(({ label }) => label === 'cache');
    expect(draws.map(({ prediction }) => [prediction!.seed, prediction!.start])).toEqual([
      [1, 'together'],
      [1, 'staggered'],
      [2, 'together'],
      [2, 'staggered'],
    ]);
  });

  it('gives the same bytes for the same seed, and others for another', async () => {
    const bytes = async (seed: string) => {
      const { out } = await predict('--scopes', 'cache', '--seed', seed);
      return readFileSync(join(out!, 'run.json'), 'utf8').replaceAll(/"\/[^"]*"/g, '');
    };
    expect(await bytes('5')).toBe(await bytes('5'));
    expect(await bytes('5')).not.toBe(await bytes('7'));
  });

  it('tells in every table that it is no measurement', async () => {
    const { stdout } = await predict('--scopes', 'cache,system');
    expect(stdout).toContain('PREDICTED by a model');
  });

  it.each([
    ['--workload', 'spin:3000'],
    ['--workload', 'spin:3000', '--distribution', 'exponential'],
    ['--workload', 'downstream:2000:node', '--lock-stats'],
    ['--depth', '4', '--issuers', '2'],
    ['--affinity-strict', '--wake', 'lifo,local,llc,node,any'],
    ['--max-kworkers', '1'],
    ['--lock', 'tas'],
    ['--kworkers', 'inline'],
    ['--shards', '1,2'],
    ['--threads', '3'],
    ['--issuers', '2', '--issuer-work', '5000', '--unbound-issuers', '--depth', '4'],
  ])('%s %s is a run that reads back', async (...flags) => {
    const run = await predictedRun('--scopes', 'cache,cache_shard', ...flags);
    expect(run.trials.every(({ itemsPerSecond }) => itemsPerSecond > 0)).toBe(true);
  });

  it("shows where an item's time goes", async () => {
    const { stdout } = await predict('--scopes', 'cpu,cache', '--explain');
    for (const word of ['lock wait', 'in-lock wake', 'wake to run', 'Z']) {
      expect(stdout).toContain(word);
    }
  });

  it('shows it as a Markdown table, and draws it into the report', async () => {
    const { stdout, out } = await predict('--scopes', 'cache', '--format', 'markdown', '--explain');
    expect(stdout).toMatch(/^\| scope +\| lock wait \|/m);
    expect(readFileSync(join(out!, 'report.html'), 'utf8')).toContain(
      'Where the time of an item goes',
    );
  });

  it('draws a timeline whose slices nest on every CPU', async () => {
    const directory = directoryOf({});
    await predict('--scopes', 'cache', '--timeline', directory);
    const { traceEvents } = JSON.parse(readFileSync(join(directory, 'cache.json'), 'utf8'));
    const slices: Slice[] = traceEvents.filter(({ ph }: { ph: string }) => ph === 'X');
    const tracks = groupBy(slices, ({ tid }) => tid);
    expect(tracks.size).toBe(8);
    for (const track of tracks.values()) expect(crossing(track)).toEqual([]);
    const names = new Set(slices.map(({ name }) => name));
    for (const name of ['queue_work under the lock', 'pop under the lock', 'waits for the lock']) {
      expect(names).toContain(name);
    }
  });

  it('tells where latencies are longer than a sample can be', async () => {
    const { out } = await predict('--workload', 'downstream:1000000000:system');
    const run = readResult(out!).document as Run;
    const codes = run.trials.flatMap(({ warnings }) => warnings.map(({ code }) => code));
    expect(codes).toContain('beyond-range');
  });

  it('a formula has one trial, without spread', async () => {
    const out = mkdtempSync(join(tmpdir(), 'wqbench-predict-'));
    await wqbench('predict', ...SMALL, '--model', 'closed-form', '--shards', '1,2', '--out', out);
    const run = readResult(join(out, readdirSync(out)[0]!)).document as Run;
    expect(run.trials.length).toBe(run.configurations.length);
  });

  it('warns where every CPU has a pool of its own', async () => {
    const codesOf = async (scope: string) =>
      (await predictedRun('--scopes', scope)).warnings.map(({ code }) => code);
    expect(await codesOf('cpu')).toContain('pools-of-one-cpu');
    expect(await codesOf('cache')).not.toContain('pools-of-one-cpu');
  });

  it('is no evidence to fit costs to', async () => {
    const { out } = await predict('--shards', '1,2');
    const { exitCode, stderr } = await wqbench('calibrate', '--from', out!, '--out', 'x.json');
    expect({ exitCode, stderr }).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('is a prediction'),
    });
  });

  it('stops at the bound on events, saying so, as an invalid run', async () => {
    const { exitCode, stderr } = await predict('--scopes', 'cache', '--max-events', '200');
    expect(exitCode).toBe(3);
    expect(stderr).toContain('stopped at the bound of 200 events');
  });

  it.each([
    [['predict'], 'predict needs a machine; give --machine NAME'],
    [['predict', '--machine', 'grace-27c'], "no machine 'grace-27c'; did you mean 'grace-72c'?"],
    [['predict', '--machine', 'nothing-like-it'], 'use one of epyc-9d64, grace-72c'],
    [['predict', '--topology', 'l3:1 core:2 pu:1'], 'has no costs; add --costs-from NAME'],
    [['predict', '--machine', 'grace-72c', '--topology', 'pu:2'], '--machine'],
    [['predict', ...SMALL, '--workload', 'crypto'], 'has a cost that no model knows'],
    [['predict', ...SMALL, '--model', 'closed-form', '--explain'], 'knows nothing of --explain'],
    [['predict', ...SMALL, '--items', '99999999'], 'lower --items'],
    [
      ['predict', ...SMALL, '--kworkers', 'inline', '--depth', '2', '--out', tmpdir()],
      '--kworkers inline with --depth 2 is not modelled',
    ],
    [['predict', ...SMALL, '--format', 'csv', '--explain'], 'use --format table or markdown'],
    [
      ['predict', ...SMALL, '--model', 'closed-form', '--lock-stats'],
      'knows nothing of --lock-stats',
    ],
    [['predict', '--validate', '--shards', '2'], '--shards has no meaning'],
    ...[
      ['--max-kworkers', '2'],
      ['--lock', 'tas'],
      ['--trials', '4'],
      ['--unbound-issuers'],
      ['--issuer-work', '500'],
      ['--workload', 'spin:9', '--distribution', 'exponential'],
    ].map((flags): [string[], string] => [
      ['predict', ...SMALL, '--model', 'closed-form', ...flags],
      'knows nothing of --',
    ]),
    [['predict', ...SMALL, '--kworkers', 'inline', '--issuer-work', '9'], 'add --kworkers threads'],
    [['predict', ...SMALL, '--issuer-work', '-9'], '--issuer-work'],
    [['predict', ...SMALL, '--unbound-issuers', '--workload', 'downstream:9:node'], 'have no node'],
    [['predict', '--validate', '--machine', 'xeon-2x28'], 'no table of machine'],
    [['recommend'], 'recommend needs a machine'],
    [['calibrate'], 'calibrate needs --from'],
    [['calibrate', '--from', 'reference:grace-72c'], 'give --out FILE'],
    [
      ['calibrate', '--from', 'reference:grace-72c', '--primitives', 'p', '--out', 'x.json'],
      'is no run of it',
    ],
    [
      ['calibrate', '--from', 'reference:grace-72c', '--rows', 'shards=3', '--out', 'x.json'],
      "--rows 'shards=3' is no row; use some of cpu",
    ],
    [
      ['calibrate', '--from', 'reference:grace-72c', '--rows', 'cache', '--out', 'x.json'],
      'cannot tell two costs apart',
    ],
    [['compare', 'reference:grace-72c', 'predicted:grace-72c'], 'has no rows of its own'],
  ])('%j is refused', async (argv, message) => {
    const { exitCode, stdout, stderr } = await wqbench(...argv);
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
    expect(stderr).toContain(message);
  });

  it.each([
    [
      'a cost is missing',
      (costs: Record<string, unknown>) => ({ ...costs, wake: undefined }),
      'costs.wake',
    ],
    [
      'a cost is negative',
      (costs: Record<string, unknown>) => ({
        ...costs,
        wake: { ns: -1, provenance: 'assumed', from: 'x', interval: null },
      }),
      'costs.wake.ns',
    ],
    [
      'a cost is longer than anything',
      (costs: Record<string, unknown>) => ({
        ...costs,
        lock: { ns: 1e308, provenance: 'assumed', from: 'x', interval: null },
      }),
      'costs.lock.ns',
    ],
    [
      'an interval is upside down',
      (costs: Record<string, unknown>) => ({
        ...costs,
        lock: { ns: 1, provenance: 'fitted', from: 'x', interval: { low: 2, high: 1 } },
      }),
      'costs.lock.interval',
    ],
    [
      'nothing costs anything under the lock',
      (costs: Record<string, unknown>) => {
        const free = { ns: 0, provenance: 'assumed', from: 'x', interval: null };
        return { ...costs, lock: free, section: free };
      },
      'lock and section are both 0',
    ],
  ])('%s', async (_, change, place) => {
    const { stdout } = await wqbench('machines', '--json', '-');
    const [machine] = JSON.parse(stdout).machines;
    const file = join(directoryOf({}), 'bad.json');
    writeFileSync(file, JSON.stringify({ ...machine, costs: change(machine.costs) }));
    const { exitCode, stderr } = await wqbench('predict', '--machine', file);
    expect(exitCode).toBe(2);
    expect(stderr).toContain(place);
  });
});

it('a machine that does not tell of the clock is one', async () => {
  const { stdout } = await wqbench('machines', '--json', '-');
  const [machine] = JSON.parse(stdout).machines;
  const { clockRead: _, ...costs } = machine.costs;
  const parsed = parseMachine(JSON.stringify({ ...machine, costs }), 'older');
  expect(parsed.costs.clockRead.ns).toBe(0);
});

it('predictions of unlike loads are not compared', async () => {
  const plain = await predict('--scopes', 'cache');
  const busy = await predict('--scopes', 'cache', '--issuer-work', '5000');
  const compared = await wqbench('compare', plain.out!, busy.out!);
  expect(compared).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('issuer work 5000 ns'),
  });
  const predicted = await wqbench('compare', busy.out!, 'predicted:grace-72c');
  expect(predicted).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('closed loop') });
  expect(busy.stdout.replaceAll(/\s+/g, ' ')).toContain('issuer work 5000 ns');
});

it('costs scaled by a factor say whose they were', async () => {
  const file = join(directoryOf({}), 'scaled.json');
  const flags = ['--rows', 'shards=8', '--costs-from', 'epyc-9d64', '--out', file];
  const { exitCode } = await wqbench('calibrate', '--from', 'reference:grace-72c', ...flags);
  expect(exitCode).toBe(0);
  const { costs } = parseMachine(readFileSync(file, 'utf8'), file);
  expect(costs.lock.provenance).toBe('fitted');
  expect(costs.wake).toMatchObject({
    provenance: 'derived',
    from: expect.stringContaining('epyc'),
  });
});

it('wqbench machines lists every machine with where its costs are from', async () => {
  const { exitCode, stdout } = await wqbench('machines');
  expect(exitCode).toBe(0);
  for (const name of machineNames()) expect(stdout).toContain(name);
  expect(stdout).toContain('borrowed');
});

it('a machine that comes with the program has the costs that calibrate finds', async () => {
  const file = join(directoryOf({}), 'grace.json');
  const rows = ['--rows', 'cache,shards=8'];
  const { exitCode } = await wqbench(
    'calibrate',
    '--from',
    'reference:grace-72c',
    ...rows,
    '--out',
    file,
  );
  expect(exitCode).toBe(0);
  const { costs, calibration } = parseMachine(readFileSync(file, 'utf8'), file);
  expect({ costs, calibration }).toEqual({
    costs: loadMachine('grace-72c').costs,
    calibration: loadMachine('grace-72c').calibration,
  });
}, 180_000);

it('compare holds a run against what its machine is predicted to do', async () => {
  const { out } = await predict('--scopes', 'cpu,cache');
  const { exitCode, stdout } = await wqbench('compare', out!, 'predicted:grace-72c');
  expect(exitCode).toBe(0);
  expect(stdout).toContain('predicted grace-72c');
  expect(stdout).toContain('fitted to cache and cache_shard(shards=8) of reference:grace-72c');
});
