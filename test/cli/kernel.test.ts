import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCli } from '../../src/cli/run-cli.js';
import { kernelRunSchema } from '../../src/results/kernel/kernel-run.js';
import { readKernelRun } from '../../src/results/kernel/read-kernel-run.js';
import { fakeEngine } from './fake-engine.js';
import { fakeIo, machineOf } from './fake-io.js';

const KNOB = 'sys/module/workqueue/parameters/default_affinity_scope';
const NODE = process.execPath;

function start(flags: readonly string[], command: readonly string[]) {
  const root = machineOf(2, {
    [KNOB]: 'cache\n',
    'sys/bus/workqueue/devices/writeback/affinity_scope': 'default (cache)\n',
    'sys/bus/workqueue/devices/writeback/affinity_strict': '0\n',
    'run/.keep': '',
  });
  const io = fakeIo({ root });
  const out = join(root, 'out');
  const words = command.length > 0 ? ['--', ...command] : [];
  const exitCode = runCli(['kernel', '--out', out, ...flags, ...words], io, fakeEngine());
  const knob = () => readFileSync(join(root, KNOB), 'utf8').trim();
  const saved = () => join(out, readdirSync(out)[0]!);
  return { io, root, out, exitCode, knob, saved };
}

async function finish(flags: readonly string[], command: readonly string[] = ['true']) {
  const run = start(flags, command);
  return { ...run, exitCode: await run.exitCode, ...run.io.written };
}

/** Prints a figure that the scope decides, and that scope. */
function script(root: string): string[] {
  const read = `require('fs').readFileSync('${join(root, KNOB)}','utf8').trim()`;
  return [NODE, '-e', `const s=${read};console.log('rate='+{cpu:400,cache:100,numa:200}[s], s)`];
}

describe('a sweep of the kernel’s scopes', () => {
  it('runs the command under each, in rounds, and puts the knob back', async () => {
    const root = machineOf(1, { [KNOB]: 'cache\n', 'run/.keep': '' });
    const io = fakeIo({ root });
    const out = join(root, 'out');
    const flags = ['--scopes', 'cpu,cache,numa', '--trials', '3', '--warm-up', '0', '--seed', '4'];
    const figure = ['--regexp', 'rate=(\\d+)', '--unit', 'ops', '--out', out];
    const argv = ['kernel', ...flags, ...figure, '--', ...script(root)];
    expect(await runCli(argv, io, fakeEngine())).toBe(0);
    expect(readFileSync(join(root, KNOB), 'utf8').trim()).toBe('cache');
    const run = readKernelRun(join(out, readdirSync(out)[0]!))!;
    expect(run).toMatchObject({ partial: false, knob: 'default', baseline: 'cache', seed: 4 });
    const medians = run.summary.map(({ label, value }) => [label, value?.median]);
    expect(medians).toEqual([
      ['cpu', 400],
      ['cache', 100],
      ['numa', 200],
    ]);
    expect(run.order.map((labels) => labels.toSorted())).toEqual(
      Array(3).fill(['cache', 'cpu', 'numa']),
    );
    expect(run.summary[0]!.comparison).toMatchObject({ n: 3, ratio: 4, verdict: 'n-too-small' });
    expect(io.written.stdout).toMatch(/^cpu +400 .*\+300 %/m);
    expect(io.written.stdout).toContain('Best median figure (ops): cpu, 400');
  });

  it('calls a shorter time better', async () => {
    const { exitCode, saved, stdout } = await finish(['--scopes', 'cpu,cache', '--trials', '2']);
    expect(exitCode).toBe(0);
    const run = readKernelRun(saved())!;
    expect(run.figure).toMatchObject({ name: 'wall time', better: 'lower' });
    expect(run.trials.every(({ value, wallSeconds }) => value === wallSeconds)).toBe(true);
    expect(stdout).toContain('lower being better');
  });

  it('may sweep the strictness of one workqueue', async () => {
    const flags = ['--knob', 'writeback', '--affinity-strict', 'off,on', '--scopes', 'cpu,cache'];
    const { exitCode, root, saved } = await finish([...flags, '--trials', '1']);
    expect(exitCode).toBe(0);
    const at = (file: string) =>
      readFileSync(join(root, 'sys/bus/workqueue/devices', file), 'utf8');
    expect(at('writeback/affinity_scope').trim()).toBe('default');
    expect(at('writeback/affinity_strict').trim()).toBe('0');
    expect(readKernelRun(saved())!.configurations.map(({ label }) => label)).toEqual([
      'cpu',
      'cache',
      'cpu+strict',
      'cache+strict',
    ]);
  });

  it('prints one JSON document with --json -, and a page beside the result', async () => {
    const flags = ['--scopes', 'cpu,cache', '--trials', '1', '--json', '-', '--quiet'];
    const { stdout, saved, stderr } = await finish(flags);
    expect(kernelRunSchema.parse(JSON.parse(stdout)).trials).toHaveLength(2);
    expect(stderr).toBe('');
    const page = readFileSync(join(saved(), 'report.html'), 'utf8');
    expect(page).toContain('A command under each affinity scope of this kernel');
    expect(page).toContain('<svg');
  });

  it('has its names taken out with --redact', async () => {
    const command = [NODE, '-e', '0', '/home/somebody/job.fio'];
    const { saved, stdout } = await finish(
      ['--redact', '--scopes', 'cpu', '--trials', '1'],
      command,
    );
    const text = readFileSync(join(saved(), 'run.json'), 'utf8') + stdout;
    expect(text).not.toMatch(/somebody|job\.fio|"box"/);
    expect(readKernelRun(saved())!.swept.at(-1)).toBe('redacted');
  });
});

describe('a dry run', () => {
  it('says what would be written, and writes nothing', async () => {
    const { exitCode, stdout, knob, out } = await finish(['--dry-run', '--scopes', 'cpu,numa']);
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/cpu: 'cpu' to .*default_affinity_scope/);
    expect(stdout).toMatch(/at the end 'cache' to/);
    expect(knob()).toBe('cache');
    expect(existsSync(out)).toBe(false);
  });
});

describe('a command that is of no use', () => {
  it('fails with what it wrote, and keeps the trials before', async () => {
    const counter = `const f=process.argv[1];const fs=require('fs');fs.appendFileSync(f,'x');if(fs.readFileSync(f,'utf8').length>4){console.error('worn out');process.exit(7)}`;
    const { root } = start(['--dry-run'], ['true']);
    const file = join(root, 'count');
    const { exitCode, stderr, saved, knob } = await finish(
      ['--scopes', 'cpu,cache', '--trials', '5'],
      [NODE, '-e', counter, file],
    );
    expect(exitCode).toBe(3);
    expect(stderr).toContain('the command ended with 7; it wrote: worn out');
    // One of the four good runs was the warm-up.
    expect(readKernelRun(saved())!).toMatchObject({ partial: true, trials: { length: 3 } });
    expect(knob()).toBe('cache');
  });

  it.each<[string, string[], string[], RegExp, number]>([
    ['it is none', [], ['/no/such/program'], /cannot be started: .*ENOENT/, 3],
    ['it prints no figure', ['--regexp', 'x=(\\d+)'], ['echo', 'hello'], /ended in: hello/, 3],
    ['it takes too long', ['--timeout', '50ms'], ['sleep', '5'], /did not end within 50 ms/, 3],
    ['fio is none', ['--fio', 'write.iops'], ['echo', '{}'], /no 'write.iops' in fio/, 3],
  ])('%s', async (_, flags, command, problem, code) => {
    const all = ['--scopes', 'cpu', '--trials', '2', '--warm-up', '0', ...flags];
    const { exitCode, stderr, knob, out } = await finish(all, command);
    expect(exitCode).toBe(code);
    expect(stderr).toMatch(problem);
    expect(knob()).toBe('cache');
    expect(existsSync(out)).toBe(false);
  });

  it('is interrupted with its children, twice if need be, and the knob put back', async () => {
    const run = start(['--scopes', 'cpu,numa', '--trials', '9', '--warm-up', '0'], ['sleep', '30']);
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(['cpu', 'numa']).toContain(run.knob());
    run.io.interrupt();
    expect(run.io.interrupt()).toBe(true);
    expect(await run.exitCode).toBe(130);
    expect(run.knob()).toBe('cache');
    expect(run.io.written.stderr).toContain('nothing is kept');
  });
});

describe('wrong use', () => {
  it.each<[string[], string[], string]>([
    [[], [], 'there is no command to run'],
    [['--restore'], ['true'], '--restore runs no command'],
    [['--scopes', 'llc'], ['true'], "--scopes cannot be 'llc'"],
    [['--knob', 'none'], ['true'], "no workqueue 'none'"],
    [['--affinity-strict', 'on'], ['true'], '--affinity-strict belongs to one workqueue'],
    [['--knob', 'writeback', '--affinity-strict', 'maybe'], ['true'], "cannot be 'maybe'"],
    [['--fio', 'a', '--regexp', '(b)'], ['true'], '--fio'],
    [['--regexp', '('], ['true'], "--regexp cannot be '('"],
    [['--regexp', 'x'], ['true'], "--regexp 'x' has no group"],
    [['--unit', 'ops'], ['true'], '--unit goes with --regexp'],
    [['--baseline', 'numa', '--scopes', 'cpu'], ['true'], "--baseline 'numa' is not measured"],
    [['--format', 'kernel'], ['true'], "--format cannot be 'kernel'"],
    [['--dry-run', '--restore'], [], '--dry-run'],
  ])('%j -- %j', async (flags, command, problem) => {
    const { exitCode, stderr, knob } = await finish(flags, command);
    expect(exitCode).toBe(2);
    expect(stderr).toContain(problem);
    expect(knob()).toBe('cache');
  });

  it('words behind -- belong to this command alone', async () => {
    const io = fakeIo();
    expect(await runCli(['reference', '--', 'x'], io, fakeEngine())).toBe(2);
  });
});

describe('results of sweeps', () => {
  it('are compared by their figure, refused where that differs, and not plotted', async () => {
    const flags = ['--scopes', 'cpu,cache', '--trials', '2'];
    const [a, b] = [await finish(flags), await finish(flags)];
    const other = await finish(flags, ['sleep', '0.01']);
    const run = async (...argv: string[]) => {
      const io = fakeIo();
      return { exitCode: await runCli(argv, io, fakeEngine()), ...io.written };
    };
    const compared = await run('compare', `a=${a.saved()}`, `b=${b.saved()}`);
    expect(compared.exitCode).toBe(0);
    expect(compared.stdout).toContain('1 / wall time: b against a');
    expect(compared.stdout).not.toContain('p50');
    const refused = await run('compare', `a=${a.saved()}`, `b=${other.saved()}`);
    expect(refused.exitCode).toBe(2);
    expect(refused.stderr).toContain('differ in workload');
    const plotted = await run('plot', a.saved(), '--terminal');
    expect(plotted.exitCode).toBe(2);
    expect(plotted.stderr).toContain('wqbench report makes the page');
    const page = join(a.root, 'page.html');
    expect((await run('report', a.saved(), '--redact', '--out', page)).exitCode).toBe(0);
    expect(readFileSync(page, 'utf8')).toContain('redacted');
  });

  it.each<[string, (run: Record<string, unknown>) => void, string]>([
    [
      'a label of no configuration',
      (run) => ((run.trials as { label: string }[])[0]!.label = 'x'),
      'no configuration',
    ],
    ['an order that is not that of the trials', (run) => (run.order = []), 'order: is not that'],
    ['a baseline that was not measured', (run) => (run.baseline = 'numa'), 'baseline: no'],
    [
      'a figure without a sign',
      (run) => ((run.trials as { value: number }[])[0]!.value = -1),
      'Too small',
    ],
    ['something more', (run) => (run.more = 1), 'Unrecognized key'],
  ])('are refused with %s', async (_, change, problem) => {
    const { saved } = await finish(['--scopes', 'cpu,cache', '--trials', '1']);
    const file = join(saved(), 'run.json');
    const run = JSON.parse(readFileSync(file, 'utf8'));
    change(run);
    writeFileSync(file, JSON.stringify(run));
    const io = fakeIo();
    expect(await runCli(['report', file], io, fakeEngine())).toBe(2);
    expect(io.written.stderr).toContain(problem);
  });
});
