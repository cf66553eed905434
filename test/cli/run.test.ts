import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCli } from '../../src/cli/run-cli.js';
import { WqbenchError } from '../../src/core/errors.js';
import { readRun } from '../../src/results/file/read-result.js';
import { runSchema } from '../../src/results/file/run-file.js';
import { type FakeEngine, type FakeTrial, fakeEngine } from './fake-engine.js';
import { type FakeIoOptions, fakeIo, machineOf } from './fake-io.js';

interface Setting extends FakeIoOptions {
  readonly cpus?: number;
  readonly files?: Readonly<Record<string, string>>;
  readonly trial?: FakeTrial;
}

/** `wqbench run` with fake threads on a small machine; results go to `out` below its root. */
function start(flags: readonly string[], { cpus = 2, files = {}, trial, ...rest }: Setting = {}) {
  const root = machineOf(cpus, files);
  const io = fakeIo({ root, ...rest });
  const engine = fakeEngine(trial);
  const out = join(root, 'out');
  const exitCode = runCli(['run', '--out', out, ...flags], io, engine);
  const saved = () => readRun(join(out, readdirSync(out)[0]!));
  return { io, engine, exitCode, out, saved };
}

async function finish(flags: readonly string[], setting: Setting = {}) {
  const run = start(flags, setting);
  return { ...run, exitCode: await run.exitCode, ...run.io.written };
}

/** Real CPU of each CPU in use. */
function realCpusOf({ options }: FakeEngine): (number | null)[] | undefined {
  return options?.cpus.map(({ realCpu }) => realCpu);
}

describe('a run', () => {
  it('prints a table and keeps the run', async () => {
    const { exitCode, stdout, stderr, saved } = await finish(['--trials', '2', '--seed', '7']);
    expect(exitCode).toBe(0);
    expect(stdout).toContain('items/s');
    expect(stderr).toContain('wqbench: the run is in ');
    expect(saved()).toMatchObject({
      partial: false,
      valid: true,
      seed: 7,
      host: 'box',
      threads: 2,
      lock: { kind: 'mcs', requested: 'auto' },
      environment: { clock: { costNs: 40 }, onlineCpus: '0-1' },
      options: { trials: 2, load: { kind: 'items', perThread: 50_000 } },
    });
  });

  it('gives the executor every option in base units', async () => {
    const flags = ['--sample', '4', '--deadline', '1.5s', '--duration', '200ms', '--lock', 'tas'];
    const { engine } = await finish([...flags, '--trials', '1']);
    expect(engine.options).toEqual({
      cpus: [0, 1].map((cpu) => ({
        ...{ cpu, core: cpu, llc: 0, node: 0, package: 0 },
        realCpu: cpu,
      })),
      submitters: [0, 1],
      kworkers: { kind: 'inline' },
      workload: { kind: 'microbench' },
      depth: 1,
      arrivalsPerSecond: null,
      timesHolds: false,
      directory: null,
      load: { kind: 'duration', ms: 200 },
      sampleEvery: 4,
      lock: 'tas',
      probes: [[0, 1]],
      oversubscribed: false,
      deadlineMs: 1500,
    });
    expect(engine.closed).toBe(true);
  });

  it('has the same order for the same seed', async () => {
    const orders = await Promise.all(
      ['5', '5', '6'].map(async (seed) => (await finish(['--seed', seed])).saved().order),
    );
    expect(orders[1]).toEqual(orders[0]);
    expect(orders[2]).not.toEqual(orders[0]);
  });

  it('compares with the cache scope unless told otherwise', async () => {
    const chosen = await finish(['--trials', '1', '--baseline', 'cpu']);
    const absent = await finish(['--trials', '1', '--scopes', 'cpu']);
    const usual = await finish(['--trials', '1', '--scopes', 'cpu,cache']);
    expect(chosen.saved().baseline).toBe('cpu');
    expect(absent.saved().baseline).toBe(null);
    expect(usual.saved().baseline).toBe('cache');
  });
});

describe('CPUs', () => {
  it.each([
    [
      ['--threads', '2'],
      [0, 1],
    ],
    [
      ['--cpus', '1,3'],
      [1, 3],
    ],
    [['--reserve-cpu'], [0, 1, 2]],
    [
      ['--reserve-cpu', '--threads', '2', '--cpus', '1-3'],
      [1, 2],
    ],
  ])('%j', async (flags, cpus) => {
    const { engine } = await finish(['--trials', '1', ...flags], { cpus: 4 });
    expect(engine.options?.submitters).toEqual(cpus);
    expect(realCpusOf(engine)).toEqual(cpus);
  });

  it('are those allowed, whatever is online', async () => {
    const files = { 'proc/self/status': 'Cpus_allowed_list:\t2-7\n' };
    const { engine } = await finish(['--trials', '1'], { cpus: 4, files });
    expect(engine.options?.submitters).toEqual([2, 3]);
  });

  it('are left alone with --no-pin, and everybody is told', async () => {
    const { engine, stdout, stderr, saved } = await finish(['--trials', '1', '--no-pin']);
    expect(realCpusOf(engine)).toEqual([null, null]);
    expect(saved().pinning).toBe('none');
    for (const text of [stdout, stderr]) expect(text).toContain('NOT PINNED');
  });
});

describe('a modelled machine', () => {
  const model = ['--topology', 'package:1 l3:2 core:4 pu:1', '--trials', '1'];

  it('larger than this one shares its CPUs and says so, even when quiet', async () => {
    const { engine, stdout, stderr, saved } = await finish([...model, '--quiet']);
    expect(engine.options).toMatchObject({
      submitters: [0, 1, 2, 3, 4, 5, 6, 7],
      lock: 'parking',
      oversubscribed: true,
    });
    expect(realCpusOf(engine)).toEqual([0, 1, 0, 1, 0, 1, 0, 1]);
    for (const text of [stdout, stderr]) expect(text).toContain('MODELLED TOPOLOGY');
    expect(saved().topology).toMatchObject({ modelled: true, realCpus: 2 });
    expect(saved().warnings).toContainEqual(
      expect.objectContaining({ code: 'modelled-oversubscribed' }),
    );
  });

  it('that fits gets CPUs of its own', async () => {
    const { engine, saved } = await finish(model, { cpus: 16 });
    expect(realCpusOf(engine)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    expect(engine.options?.lock).toBe('mcs');
    expect(saved().oversubscribed).toBe(false);
  });

  it('leaves the last real CPU alone with --reserve-cpu', async () => {
    const { engine } = await finish([...model, '--reserve-cpu'], { cpus: 3 });
    expect(realCpusOf(engine)).toEqual([0, 1, 0, 1, 0, 1, 0, 1]);
  });

  it('may be forced onto a FIFO lock', async () => {
    const { engine } = await finish([...model, '--lock', 'ticket', '--force']);
    expect(engine.options?.lock).toBe('ticket');
  });
});

describe('output', () => {
  it('--json - is one document, whatever else there is to say', async () => {
    const { stdout, stderr } = await finish(['--trials', '1', '--json', '-', '--no-pin']);
    expect(runSchema.parse(JSON.parse(stdout))).toMatchObject({ pinning: 'none' });
    expect(stderr).toContain('NOT PINNED');
  });

  it('--json FILE stands beside the table', async () => {
    const json = join(machineOf(1), 'run.json');
    const { stdout, out } = await finish(['--trials', '1', '--json', json]);
    expect(stdout).toContain('items/s');
    const kept = readFileSync(join(out, readdirSync(out)[0]!, 'run.json'), 'utf8');
    expect(readFileSync(json, 'utf8')).toBe(kept);
  });

  it('--format kernel leaves stdout to rows, and warnings to stderr', async () => {
    const files = { 'proc/loadavg': '9.00 1.00 1.00 1/100 4242\n' };
    const { stdout, stderr } = await finish(['--trials', '1', '--format', 'kernel'], { files });
    expect(stdout).toContain('items/sec');
    expect(stdout).not.toContain('Each row');
    expect(stderr).toContain('high-load: ');
  });

  it('--quiet leaves stderr empty and explains nothing', async () => {
    const loud = await finish(['--trials', '1']);
    const quiet = await finish(['--trials', '1', '--quiet']);
    expect(loud.stdout).toContain('Closed loop');
    expect(quiet.stdout).not.toContain('Closed loop');
    expect(quiet.stderr).toBe('');
  });

  it('is ASCII where the locale is, and plain where it is no terminal', async () => {
    const c = await finish(['--trials', '2'], { env: { LC_ALL: 'C', LANG: 'C.UTF-8' } });
    const utf8 = await finish(['--trials', '2'], { env: { LANG: 'C.UTF-8' } });
    expect(c.stdout).toMatch(/^[\n\x20-\x7e]+$/);
    expect(utf8.stdout).toContain('·');
    expect(utf8.stdout).not.toContain('\x1b');
  });
});

describe('progress', () => {
  it('is a line a round where nothing can be written over', async () => {
    const { stderr } = await finish(['--trials', '3', '--scopes', 'cpu,system']);
    expect(stderr.match(/^round \d of 3: \d of 6 trials, \d+ s left$/gm)).toEqual([
      expect.stringContaining('round 1 of 3: 2 of 6'),
      expect.stringContaining('round 2 of 3: 4 of 6'),
      'round 3 of 3: 6 of 6 trials, 0 s left',
    ]);
  });

  it('is one line, wiped in the end, on a terminal', async () => {
    const { stderr } = await finish(['--trials', '3', '--scopes', 'cpu,system'], { tty: true });
    const lines = stderr.split('\r\x1b[K');
    expect(lines.filter((line) => line.startsWith('round'))).toHaveLength(6);
    expect(lines.at(-1)).toMatch(/^wqbench: /);
  });

  it('rewrites nothing on a dumb terminal', async () => {
    const { stderr } = await finish(['--trials', '3'], { tty: true, env: { TERM: 'dumb' } });
    expect(stderr).not.toContain('\x1b');
  });
});

describe('an interrupt', () => {
  it('keeps the finished trials', async () => {
    const running = start(['--trials', '4', '--scopes', 'cpu,system'], {
      trial: (before, outcome) => (before < 3 ? outcome : pressCtrlC()),
    });
    const pressCtrlC = () => {
      running.io.interrupt();
      return new Promise<never>(() => {});
    };
    expect(await running.exitCode).toBe(130);
    expect(running.saved()).toMatchObject({ partial: true, valid: true });
    expect(running.saved().trials).toHaveLength(3);
    expect(running.engine.closed).toBe(true);
    expect(running.io.written.stderr).toContain('wqbench: interrupted; finished trials are in');
    expect(running.io.interrupt()).toBe(false);
  });

  it('before the first trial is done leaves nothing', async () => {
    const running = start([], { trial: () => pressCtrlC() });
    const pressCtrlC = () => {
      running.io.interrupt();
      return new Promise<never>(() => {});
    };
    expect(await running.exitCode).toBe(130);
    expect(existsSync(running.out)).toBe(false);
    expect(running.io.written.stdout).toBe('');
    expect(running.io.written.stderr).toContain('nothing is kept');
  });
});

describe('a failure', () => {
  it('of a trial to check out makes the run invalid, yet keeps it', async () => {
    const { exitCode, stderr, saved } = await finish(['--trials', '2'], {
      trial: (before, outcome) =>
        before === 1 ? { ...outcome, violations: ['pool 0: an item ran twice'] } : outcome,
    });
    expect(exitCode).toBe(3);
    expect(stderr).toContain('pool 0: an item ran twice');
    expect(saved()).toMatchObject({ valid: false, partial: false });
  });

  it('of a thread ends the run, and keeps the trials before it', async () => {
    const { exitCode, engine, stdout, stderr, saved } = await finish(['--quiet'], {
      trial: (before, outcome) => {
        if (before < 2) return outcome;
        throw new WqbenchError('stalled', 'no answer from CPU 1', 'raise --deadline');
      },
    });
    expect(exitCode).toBe(3);
    expect(engine.closed).toBe(true);
    expect(stdout).toContain('PARTIAL: stopped after 2 trials.');
    expect(stderr).toMatch(/finished trials are in .*\nwqbench: no answer from CPU 1; raise/);
    expect(saved()).toMatchObject({ partial: true });
    expect(saved().warnings.at(-1)).toEqual({
      code: 'run-failed',
      message: 'no answer from CPU 1',
    });
  });

  it('to write --json is said in a line, behind the table and the place of the run', async () => {
    const { exitCode, stdout, stderr, saved } = await finish([
      ...['--trials', '1', '--quiet', '--json', '/dev/full'],
    ]);
    expect(exitCode).toBe(2);
    expect(stdout).toContain('items/s');
    expect(stderr).toMatch(
      /^wqbench: cannot write '\/dev\/full': ENOSPC[^\n]*; make room[^\n]*\n$/m,
    );
    expect(saved()).toMatchObject({ partial: false, valid: true });
  });

  it('that nobody foresaw is shown with its trace, and is no regression', async () => {
    const { exitCode, stderr } = await finish(['--quiet'], {
      trial: () => {
        throw new TypeError('not a function');
      },
    });
    expect(exitCode).toBe(3);
    expect(stderr).toMatch(/^wqbench: this is a defect.*\nTypeError: not a function\n +at /);
  });

  it('to fit into memory, known only after the warm-up, comes before any trial', async () => {
    const { exitCode, engine, out, stderr } = await finish([
      ...['--duration', '3599s', '--deadline', '3600s'],
      ...['--topology', 'package:1 l3:1 core:20 pu:1'],
    ]);
    expect({ exitCode, closed: engine.closed }).toEqual({ exitCode: 2, closed: true });
    expect(stderr).toContain('GiB of memory');
    expect(existsSync(out)).toBe(false);
  });
});
