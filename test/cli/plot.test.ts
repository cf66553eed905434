import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCli } from '../../src/cli/run-cli.js';
import { renderTerminalPlots } from '../../src/report/terminal/render-terminal-plots.js';
import { serialiseRun } from '../../src/results/file/run-store.js';
import { buildRun } from '../results/run-builder.js';
import { fakeEngine } from './fake-engine.js';
import { directoryOf, type FakeIoOptions, fakeIo } from './fake-io.js';

const run = buildRun();
const text = serialiseRun(run);

async function plot(words: readonly string[], options: FakeIoOptions = {}) {
  const io = fakeIo({ env: { LANG: 'C.UTF-8' }, ...options });
  const exitCode = await runCli(['plot', ...words], io, fakeEngine());
  return { exitCode, ...io.written };
}

/** Two results, and files that are none. */
function place() {
  return directoryOf({
    'A/run.json': text,
    'B/run.json': serialiseRun(buildRun({ source: 'predicted', pinning: 'none' })),
    'truncated/run.json': text.slice(0, text.length / 2),
    'empty/run.json': '',
    'foreign/run.json': '{"schemaVersion":1}',
    'kernel.log':
      'test_workqueue: running 4 threads, 50000 items/thread\n  cpu  4000000 items/sec\tp50=100\tp90=200\tp95=300 ns\n',
  });
}

/** All there is below `root`, with contents. */
function everythingIn(root: string): [string, string][] {
  const paths = readdirSync(root, { recursive: true, encoding: 'utf8' }).sort();
  return paths.map((path) => {
    const file = join(root, path);
    return [path, statSync(file).isFile() ? readFileSync(file, 'utf8') : ''];
  });
}

describe('plot --terminal', () => {
  it.each([
    ['a directory', (root: string) => join(root, 'A')],
    ['a file', (root: string) => join(root, 'A/run.json')],
  ])('draws %s, named by the directory, and writes no file', async (_, path) => {
    const root = place();
    const before = everythingIn(root);
    const style = { colour: false, unicode: true, columns: undefined };
    expect(await plot([path(root), '--terminal'])).toEqual({
      exitCode: 0,
      stdout: renderTerminalPlots([{ name: 'A', document: run }], style),
      stderr: '',
    });
    expect(everythingIn(root)).toEqual(before);
  });

  it('is what happens without a flag', async () => {
    const directory = join(place(), 'A');
    expect(await plot([directory])).toEqual(await plot([directory, '--terminal']));
  });

  it('obeys the terminal it writes to', async () => {
    const directory = join(place(), 'A');
    const coloured = await plot([directory], { tty: true });
    expect(coloured.stdout).toContain('\u001b[36m');
    const ascii = await plot([directory], { env: { LANG: 'C' } });
    expect(ascii.stdout).toMatch(/^[\n\x20-\x7e]+$/);
  });

  it('draws several results under names of their directories', async () => {
    const root = place();
    const { exitCode, stdout } = await plot([join(root, 'A'), join(root, 'B/run.json')]);
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/^ {2}A +█/m);
    expect(stdout).toMatch(/^ {2}B \(predicted\) +█/m);
    expect(stdout).toContain('*** B: PREDICTED by a model, not measured. ***');
  });

  it('takes names from the command line, and tells two of one name apart', async () => {
    const root = place();
    const words = [`before=${join(root, 'A')}`, join(root, 'A'), join(root, 'A/run.json')];
    const { stdout } = await plot(words);
    for (const name of ['before', 'A', 'A (2)']) {
      expect(`\n${stdout}`).toContain(`\n${name}: wqbench 0.1.0`);
      expect(stdout).toContain(`\n  ${name} `);
    }
  });

  it('draws a kernel log that was imported', async () => {
    const root = place();
    const io = fakeIo();
    await runCli(
      ['import', join(root, 'kernel.log'), '--out', join(root, 'out')],
      io,
      fakeEngine(),
    );
    const [name] = readdirSync(join(root, 'out'));
    const { exitCode, stdout } = await plot([
      `kernel=${join(root, 'out', name!)}`,
      join(root, 'A'),
    ]);
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/^ {2}kernel \(imported\) +█+[▏▎▍▌▋▊▉]? +4\.00 M +none, n=1$/m);
    expect(stdout).toMatch(/No distribution in\s+kernel:/);
  });
});

describe.each([
  ['in the terminal', () => []],
  ['into files', (root: string) => ['--out', join(root, 'charts')]],
])('plot %s', (_, flags: (root: string) => string[]) => {
  it.each([
    ['missing', /no-such: ENOENT/, 'no-such'],
    ['truncated', /truncated\/run\.json: no complete JSON document/, 'truncated'],
    ['empty', /empty\/run\.json: the file is empty/, 'empty'],
    ['foreign', /foreign\/run\.json: .*; give a run\.json as wqbench wrote it/, 'foreign'],
    [
      'a log that was not imported',
      /kernel\.log: a kernel log is no result yet; make it one: wqbench import /,
      'kernel.log',
    ],
  ])('refuses a file that is %s, even behind a good one', async (_, message, path) => {
    const root = place();
    const before = everythingIn(root);
    const argv = [join(root, 'A'), join(root, path), ...flags(root)];
    const { exitCode, stdout, stderr } = await plot(argv);
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
    expect(stderr).toMatch(/^wqbench: [^\n]+\n$/);
    expect(stderr).toMatch(message);
    expect(everythingIn(root)).toEqual(before);
  });

  it('refuses a published table, which is no result', async () => {
    const root = place();
    const before = everythingIn(root);
    const argv = [join(root, 'A'), 'reference:epyc-9d64', ...flags(root)];
    const { exitCode, stdout, stderr } = await plot(argv);
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
    expect(stderr).toBe(
      'wqbench: reference:epyc-9d64 is a published table, not a result; published sweeps are drawn behind yours anyway\n',
    );
    expect(everythingIn(root)).toEqual(before);
  });
});

describe('plot --out', () => {
  it('makes the directory and prints the name of every file in it', async () => {
    const root = place();
    const out = join(root, 'deep', 'charts');
    const { exitCode, stdout, stderr } = await plot([join(root, 'A'), '--out', out]);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    const files = readdirSync(out).map((name) => join(out, name));
    expect(
      stdout
        .split('\n')
        .filter((line) => line !== '')
        .sort(),
    ).toEqual(files.sort());
  });

  it('says in a line where it cannot write', async () => {
    const root = place();
    const before = everythingIn(root);
    const { exitCode, stderr } = await plot([join(root, 'A'), '--out', join(root, 'kernel.log')]);
    expect(exitCode).toBe(2);
    expect(stderr).toMatch(
      /^wqbench: cannot write to '[^']*kernel\.log': [^\n]* is no directory[^\n]*\n$/,
    );
    expect(everythingIn(root)).toEqual(before);
  });
});

describe('plot', () => {
  it.each([
    [[], /^wqbench: plot needs RUN/],
    [['A', '--terminal', '--out', 'charts'], /^wqbench: .*--terminal.*--out/],
    [['A', '--out', ''], /^wqbench: .*--out/],
  ])('%j is refused in a line', async (words, message) => {
    const { exitCode, stdout, stderr } = await plot(words);
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
    expect(stderr).toMatch(/^[^\n]+\n$/);
    expect(stderr).toMatch(message);
  });

  it('refuses a damaged histogram, naming its place', async () => {
    const [first, ...others] = run.trials;
    const histograms = { ...first!.histograms!, queueNs: first!.histograms!.queueNs.slice(0, -8) };
    const damaged = serialiseRun({ ...run, trials: [{ ...first!, histograms }, ...others] });
    const { exitCode, stdout, stderr } = await plot([directoryOf({ 'run.json': damaged })]);
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
    expect(stderr).toMatch(/^wqbench: [^\n]*trials\[0\]\.histograms\.queueNs: [^\n]*\n$/);
  });
});
