import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCli } from '../../src/cli/run-cli.js';
import { readRun } from '../../src/results/file/read-result.js';
import { runSchema } from '../../src/results/file/run-file.js';
import { loadReference } from '../../src/results/reference/reference.js';
import { SCENARIO_NAMES, SCENARIOS } from '../../src/scenarios/scenarios.js';
import { type FakeTrial, fakeEngine } from './fake-engine.js';
import { fakeIo, machineOf } from './fake-io.js';

function start(flags: readonly string[], cpus = 4, trial?: FakeTrial) {
  const root = machineOf(cpus);
  const io = fakeIo({ root });
  const engine = fakeEngine(trial);
  const out = join(root, 'out');
  const exitCode = runCli(['run', '--out', out, '--trials', '2', ...flags], io, engine);
  const saved = () => readdirSync(out).map((name) => readRun(join(out, name)));
  return { io, engine, exitCode, saved };
}

async function finish(flags: readonly string[], cpus = 4, trial?: FakeTrial) {
  const run = start(flags, cpus, trial);
  return { ...run, exitCode: await run.exitCode, ...run.io.written };
}

describe.each(SCENARIOS.map((scenario) => [scenario.name, scenario] as const))(
  '%s',
  (name, own) => {
    it('makes a run of each part, and lays them beside what was published', async () => {
      const { exitCode, stdout, saved } = await finish(['--scenario', name]);
      expect(exitCode).toBe(0);
      const runs = saved();
      expect(runs.map(({ scenario }) => scenario)).toEqual(
        own.parts.map((part) => ({ name, part: part.name })),
      );
      for (const run of runs) expect(run.baseline).not.toBeNull();
      for (const id of own.published) expect(stdout).toContain(id);
    });

    it('has published tables that are there', () => {
      for (const id of own.published) expect(loadReference(id).id).toBe(id);
    });

    it.each(['markdown', 'csv'])('has its table as %s', async (format) => {
      const { exitCode, stdout } = await finish([
        '--scenario',
        name,
        '--format',
        format,
        '--quiet',
      ]);
      expect(exitCode).toBe(0);
      expect(stdout).toMatch(
        format === 'csv'
          ? /^table,row,figure,value/m
          : /^\| ?(configuration|scope|shards|issuers)/m,
      );
    });

    it('is one JSON document with --json -', async () => {
      const { stdout } = await finish(['--scenario', name, '--json', '-', '--quiet']);
      const { scenario, runs } = JSON.parse(stdout);
      expect(scenario).toBe(name);
      expect(runs).toHaveLength(own.parts.length);
      for (const run of runs) expect(runSchema.safeParse(run).error).toBeUndefined();
    });
  },
);

describe('the size of a scenario', () => {
  it.each<[string, number, number[]]>([
    ['dm-crypt-high', 24, [24]],
    ['dm-crypt-med', 24, [8]],
    ['dm-crypt-low', 24, [4]],
    ['dm-crypt-low', 2, [1]],
    ['fsync', 4, [2, 4, 6]],
    ['nfs-loopback', 4, [12, 12]],
    ['rpciod', 4, [4]],
  ])('%s on %d CPUs has %j submitters', async (name, cpus, counts) => {
    const { saved } = await finish(['--scenario', name, '--quiet'], cpus);
    expect(saved().map(({ threads }) => threads)).toEqual(counts);
  });

  it('has the configurations of the published table, alike ones once', async () => {
    const [run] = (await finish(['--scenario', 'dm-crypt-med', '--quiet'])).saved();
    expect(run!.configurations.map(({ names }) => names)).toEqual([
      ['cache', 'system', 'cache+strict'],
      ['cache+local', 'system+local'],
    ]);
    expect(run).toMatchObject({ depth: 64, workload: 'crypto:32768', kworkers: 'threads' });
  });

  it('leaves out on a modelled machine what goes by the CPUs of kworkers', async () => {
    const model = ['--topology', 'package:1 l3:2 core:2 pu:1'];
    const { exitCode, saved, stdout } = await finish(['--scenario', 'dm-crypt-med', ...model]);
    expect(exitCode).toBe(0);
    const [run] = saved();
    expect(run!.configurations.map(({ label }) => label)).toEqual([
      'cache',
      'system',
      'cache+strict',
    ]);
    expect(run!.warnings.map(({ code }) => code)).toContain('wake-left-out');
    expect(stdout).toMatch(/^cache\+local +not here/m);
  });
});

describe('a scenario that ends early', () => {
  it('runs its other parts where one is invalid, and says so at the end', async () => {
    const broken: FakeTrial = (before, outcome) =>
      before === 0 ? { ...outcome, violations: ['3 of 9 items failed: ENOSPC'] } : outcome;
    const { exitCode, saved } = await finish(['--scenario', 'fsync', '--quiet'], 2, broken);
    expect(exitCode).toBe(3);
    expect(saved().map(({ valid }) => valid)).toEqual([false, false, false]);
  });

  it('keeps what is finished when interrupted, and shows it', async () => {
    const run = start(['--scenario', 'fsync'], 2, (before, outcome) => {
      if (before < 1) return outcome;
      run.io.interrupt();
      return new Promise(() => {});
    });
    expect(await run.exitCode).toBe(130);
    expect(run.saved().length).toBe(1);
    expect(run.io.written.stdout).toContain('Not run: 1 issuer a CPU, 1.5 issuers a CPU');
  });
});

describe('wrong use of a scenario', () => {
  it.each<[string[], string]>([
    [['--scenario', 'dmcrypt'], "--scenario cannot be 'dmcrypt'"],
    [['--scenario', 'fsnc'], "did you mean 'fsync'?"],
    [['--scenario', 'fsync', '--scopes', 'cpu'], '--scopes is fixed by --scenario fsync'],
    [['--scenario', 'fsync', '--depth', '2'], '--depth is fixed by --scenario fsync'],
    [['--scenario', 'fsync', '--shards', '2'], '--shards is fixed by --scenario fsync'],
    [['--scenario', 'rpciod', '--dir', '/tmp'], "--dir '/tmp' is for files"],
    [['--scenario', 'fsync', '--format', 'kernel'], "--format 'kernel' has no place"],
    [['--scenario', 'fsync', '--items', 'x'], "--items cannot be 'x'"],
  ])('%j', async (flags, problem) => {
    const { exitCode, stderr, engine } = await finish(flags);
    expect(exitCode).toBe(2);
    expect(stderr).toContain(problem);
    expect(engine.options).toBeUndefined();
  });
});

describe('the list of scenarios', () => {
  const list = async (...flags: string[]) => {
    const io = fakeIo();
    expect(await runCli(['scenarios', ...flags], io, fakeEngine())).toBe(0);
    return io.written.stdout;
  };

  it('has all of them, in every format', async () => {
    for (const flags of [[], ['--format', 'markdown'], ['--format', 'csv']]) {
      const text = await list(...flags);
      for (const name of SCENARIO_NAMES) expect(text).toContain(name);
    }
    expect(JSON.parse(await list('--json', '-')).scenarios).toEqual(
      JSON.parse(JSON.stringify(SCENARIOS)),
    );
  });
});
