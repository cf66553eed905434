import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCli } from '../../src/cli/run-cli.js';
import { fakeEngine } from './fake-engine.js';
import { fakeIo, machineOf } from './fake-io.js';

/** Runs a command that must not get as far as an executor; returns what it says on stderr. */
async function refusal(argv: readonly string[], root = '/nowhere'): Promise<string> {
  const io = fakeIo({ root });
  const engine = fakeEngine();
  const exitCode = await runCli(argv, io, engine);
  expect({ exitCode, stdout: io.written.stdout, options: engine.options }).toEqual({
    exitCode: 2,
    stdout: '',
    options: undefined,
  });
  expect(io.written.stderr).toMatch(/^wqbench: [^\n]+; [^\n]+\n$/);
  return io.written.stderr;
}

describe('words', () => {
  it.each([
    [[], 'no command given'],
    [['rnu'], "unknown command 'rnu'; did you mean 'run'?"],
    [['frobnicate'], "unknown command 'frobnicate'; use one of run, predict, machines"],
    [['run', 'fast'], "unexpected argument 'fast'"],
    [['--quiet', 'run'], "unknown option '--quiet'"],
    [['run', '--trails', '3'], "unknown option '--trails'; did you mean --trials?"],
    [['run', '--frobnicate'], "unknown option '--frobnicate'; see wqbench run --help"],
    [['run', '-items', '5'], "unknown option '-items'; did you mean --items?"],
    [['topology', '--items', '5'], "unknown option '--items'"],
    [['run', '--items'], '--items has no value'],
    [['run', '--items', '--quiet'], '--items has no value'],
    [['run', '--items='], '--items is empty'],
    [['run', '--out', ' '], '--out is empty'],
    [['run', '--quiet=yes'], "--quiet takes no value, but has 'yes'"],
    [['run', '--items', '1', '--items', '2'], '--items is given twice'],
    [['run', '--quiet', '--quiet'], '--quiet is given twice'],
    [['run', '--no-quiet'], "unknown option '--no-quiet'"],
  ])('%j', async (argv, expected) => {
    expect(await refusal(argv)).toContain(expected);
  });
});

describe('numbers', () => {
  const flags = ['--items', '--trials', '--sample', '--threads', '--shards', '--shard-size'];
  const bad = ['0', '-1', '1.5', 'NaN', 'Infinity', '1e3', '0x10', 'many', '99999999999999999999'];
  it.each(flags.flatMap((flag) => bad.map((value) => [flag, value])))(
    '%s %s',
    async (flag, value) => {
      expect(await refusal(['run', flag!, value!])).toContain(`${flag} cannot be '${value}'; give`);
    },
  );

  it.each([
    [['--seed', '4294967296'], "--seed cannot be '4294967296'"],
    [['--shards', '1,,2'], "--shards cannot be ''"],
    [['--shards', '2,2'], "--shards has '2' twice"],
    [['--duration', '500'], "--duration cannot be '500'; give a time"],
    [['--duration', '0ms'], "--duration cannot be '0ms'"],
    [['--deadline', '-1s'], "--deadline cannot be '-1s'"],
  ])('%j', async (flags, expected) => {
    expect(await refusal(['run', ...flags])).toContain(expected);
  });
});

describe('names', () => {
  it.each([
    [['--scopes', 'cpu,numaa'], "--scopes cannot be 'numaa'; did you mean 'numa'?"],
    [['--scopes', 'cpu,cpu'], "--scopes has 'cpu' twice"],
    [['--scopes', 'socket'], 'use one of cpu, smt, cache_shard, cache, numa, system'],
    [['--lock', 'mutex'], "--lock cannot be 'mutex'; use one of auto, tas"],
    [['--format', 'cvs'], "--format cannot be 'cvs'; did you mean 'csv'?"],
  ])('%j', async (flags, expected) => {
    expect(await refusal(['run', ...flags])).toContain(expected);
  });
});

describe('contradictions', () => {
  it.each([
    [['--shards', '2', '--shard-size', '4'], 'exclude each other'],
    [['--shards', '2', '--max-shards', '4'], 'exclude each other'],
    [['--items', '5', '--duration', '1s'], "--items '5' and --duration '1s' exclude each other"],
    [['--topology', 'pu:2', '--sysfs', '/sys'], 'exclude each other'],
    [['--json', '-', '--format', 'csv'], "leaves no room on stdout for --format 'csv'"],
    [['--shards', '2', '--scopes', 'cpu'], 'about cache_shard, which --scopes'],
    [['--items', '5', '--sample', '6'], '--sample 6 times no item but the first of 5'],
    [['--duration', '30s'], '--duration 30s is not below the --deadline'],
  ])('%j', async (flags, expected) => {
    expect(await refusal(['run', ...flags])).toContain(expected);
  });
});

describe('work', () => {
  it.each([
    [['--workload', 'crpyto'], 'give crypto[:SIZE], with sizes such as 512 or 4k'],
    [['--workload', 'crypto:5'], "--workload cannot be 'crypto:5'; give crypto[:SIZE]"],
    [['--workload', 'bake'], "--workload cannot be 'bake'; use one of microbench, spin:NS"],
    [['--rate', '0'], "--rate cannot be '0'; give items a second"],
    [['--rate', 'fast'], "--rate cannot be 'fast'"],
    [['--depth', '0'], "--depth cannot be '0'"],
    [['--depth', '5000'], "--depth cannot be '5000'"],
    [['--kworkers', 'fibers'], "--kworkers cannot be 'fibers'; use one of inline, threads"],
    [['--kworkers', 'threads', '--wake', 'fifo'], "--wake cannot be 'fifo'"],
    [['--wake', 'local'], '--wake needs kworkers of their own'],
    [['--affinity-strict'], '--affinity-strict needs kworkers of their own'],
    [['--issuers', '1'], '--issuers needs kworkers of their own'],
    [['--kworkers', 'threads', '--affinity-strict', '--no-pin'], 'and --no-pin binds nothing'],
    [['--dir', '/tmp'], "--dir '/tmp' is for files, and workload microbench has none"],
    [['--workload', 'fsync', '--dir', '/no/such'], "can be made in '/no/such': ENOENT"],
    [['--workload', 'fsync', '--dir', '/proc'], "can be made in '/proc'"],
    [['--kworkers', 'threads', '--issuer-cpus', '7'], 'CPU 7'],
    [
      ['--kworkers', 'threads', '--wake', 'llc', '--topology', 'l3:1 core:2 pu:1'],
      '--wake llc goes by the CPU that a kworker last ran on',
    ],
    [['--kworkers', 'threads', '--lock', 'mcs'], '4 threads on 2 CPUs would hang'],
  ])('%j', async (flags, expected) => {
    const root = machineOf(2);
    expect(await refusal(['run', '--out', join(root, 'out'), ...flags], root)).toContain(expected);
    expect(readdirSync(root).sort()).toEqual(['proc', 'sys']);
  });
});

describe('what the machine cannot give', () => {
  it.each([
    [['--threads', '3'], '--threads 3 is more than the 2 CPUs in use'],
    [['--cpus', '5'], 'CPU 5'],
    [['--cpus', '1', '--reserve-cpu'], 'only CPU 1 is in use'],
    [['--items', '100000000', '--trials', '1'], 'of memory, but 2.86 GiB'],
    [['--shards', '1,2', '--baseline', 'cache_shard'], 'is several configurations; use one of'],
    [['--baseline', 'cash'], "--baseline 'cash' is not measured in this run; use one of cpu"],
    [['--topology', 'package:1 l3:1 core:8 pu:1', '--lock', 'mcs'], '8 threads on 2 CPUs'],
  ])('%j', async (flags, expected) => {
    const meminfo = 'MemTotal: 4000000 kB\nMemAvailable: 3000000 kB\n';
    const root = machineOf(2, { 'proc/meminfo': meminfo });
    const out = join(root, 'results');
    expect(await refusal(['run', '--out', out, ...flags], root)).toContain(expected);
    expect(readdirSync(root).sort()).toEqual(['proc', 'sys']);
  });

  it('is an output that cannot be written', async () => {
    const root = machineOf(2);
    mkdirSync(join(root, 'taken'));
    const json = join(root, 'taken');
    const out = join(root, 'proc/loadavg');
    expect(await refusal(['run', '--out', root, '--json', json], root)).toContain(json);
    expect(await refusal(['run', '--out', out], root)).toContain(out);
    expect(await refusal(['topology', '--json', json], root)).toContain(json);
    expect(await refusal(['primitives', '--json', json], root)).toContain(json);
  });
});
