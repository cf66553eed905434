import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runCli } from '../../src/cli/run-cli.js';
import type { Run } from '../../src/results/file/run-file.js';
import { serialiseRun } from '../../src/results/file/run-store.js';
import { namingRun, namingsOf, SECRET } from '../results/naming-run.js';
import { buildRun } from '../results/run-builder.js';
import { fakeEngine } from './fake-engine.js';
import { directoryOf, type FakeIoOptions, fakeIo, machineOf } from './fake-io.js';

/** A directory with a run in it, as `wqbench run` leaves it. */
function resultOf(run: Run): string {
  return directoryOf({ 'run.json': serialiseRun(run) });
}

async function finish(argv: readonly string[], options: FakeIoOptions = {}) {
  const io = fakeIo(options);
  const exitCode = await runCli(argv, io, fakeEngine());
  return { exitCode, ...io.written };
}

/** All text of a page, what is packed in it included. */
function everythingIn(page: string): string {
  const packed = [...page.matchAll(/href="data:([^;"]+)[^"]*;base64,([^"]*)"/g)].map(
    ([, type, data]) => {
      const bytes = Buffer.from(data!, 'base64');
      return (type === 'application/gzip' ? gunzipSync(bytes) : bytes).toString();
    },
  );
  expect(packed.length).toBe(3);
  return [page, ...packed].join('\n');
}

describe('report', () => {
  it.each([
    ['a directory', (directory: string) => directory],
    ['a file', (directory: string) => join(directory, 'run.json')],
  ])('writes beside the result, given %s', async (_, path) => {
    const directory = resultOf(buildRun());
    const { exitCode, stdout, stderr } = await finish(['report', path(directory)]);
    const file = join(directory, 'report.html');
    expect({ exitCode, stdout, stderr }).toEqual({
      exitCode: 0,
      stdout: `the report is in ${file}\n`,
      stderr: '',
    });
    expect(readFileSync(file, 'utf8')).toMatch(/^<!DOCTYPE html>\n.*<\/html>\n$/s);
  });

  it('writes where it is told, or to stdout and nothing else there', async () => {
    const directory = resultOf(buildRun());
    const file = join(directory, 'other.html');
    await finish(['report', directory, '--out', file]);
    const { stdout } = await finish(['report', directory, '--out', '-']);
    expect(stdout).toBe(readFileSync(file, 'utf8'));
    expect(existsSync(join(directory, 'report.html'))).toBe(false);
  });

  it.each([
    [['/nowhere/run.json'], /^wqbench: \/nowhere\/run.json: ENOENT.*; give a run.json/],
    [[], /^wqbench: report needs RUN; see wqbench report --help\n$/],
    [['a', 'b'], /^wqbench: unexpected argument 'b'/],
  ])('%j is refused in a line', async (words, message) => {
    const { exitCode, stderr } = await finish(['report', ...words]);
    expect(exitCode).toBe(2);
    expect(stderr).toMatch(message);
  });

  it('says in a line where it cannot write', async () => {
    const argv = ['report', resultOf(buildRun()), '--out', '/nowhere/report.html'];
    const { exitCode, stderr } = await finish(argv);
    expect(exitCode).toBe(2);
    expect(stderr).toMatch(/^wqbench: cannot write to '\/nowhere\/report.html': [^\n]*\n$/);
  });

  it('--redact leaves no name in the page or in what is packed in it', async () => {
    const run = buildRun({
      host: 'enigma-host',
      command: ['run', '--out', '/home/mallory/runs', '--json', '/data/eve-user/enigma-host.json'],
      options: { out: '/home/mallory/runs' },
      warnings: [{ code: 'run-failed', message: 'enigma-host: /home/mallory/runs is full' }],
    });
    const env = { USER: 'eve-user', HOME: '/home/eve-user' };
    const page = (await finish(['report', resultOf(run), '--out', '-', '--redact'], { env }))
      .stdout;
    const open = (await finish(['report', resultOf(run), '--out', '-'], { env })).stdout;
    for (const name of ['enigma-host', 'mallory', 'eve-user']) {
      expect(everythingIn(page)).not.toContain(name);
      expect(everythingIn(open)).toContain(name);
    }
    expect(page).toContain('names were taken out');
  });

  it('--redact leaves none, however it is written, and a command that can be read', async () => {
    const namings = SECRET.chain((secret) =>
      fc.constantFrom(...namingsOf(secret)).map((naming) => ({ secret, naming })),
    );
    await fc.assert(
      fc.asyncProperty(namings, async ({ secret, naming }) => {
        const directory = resultOf(namingRun(naming));
        const open = (await finish(['report', directory, '--out', '-'])).stdout;
        const page = (await finish(['report', directory, '--out', '-', '--redact'])).stdout;
        expect(everythingIn(open)).toContain(secret);
        expect(everythingIn(page)).not.toContain(secret);
        expect(page.replaceAll(/<\/?span>/g, '')).toContain('run --out redacted --json=redacted');
      }),
      { numRuns: 30 },
    );
  });
});

describe('run', () => {
  async function measure(flags: readonly string[], files: Readonly<Record<string, string>> = {}) {
    const root = machineOf(2, files);
    const out = join(root, 'out');
    const argv = ['run', '--out', out, '--trials', '1', ...flags];
    const result = await finish(argv, { root, env: { USER: 'eve-user' } });
    const directory = existsSync(out) ? join(out, readdirSync(out)[0]!) : null;
    return { ...result, directory };
  }

  it('leaves a report beside the run and says where', async () => {
    const { exitCode, stderr, directory } = await measure([]);
    expect(exitCode).toBe(0);
    expect(readdirSync(directory!).sort()).toEqual(['report.html', 'run.json']);
    expect(stderr.trimEnd().split('\n').at(-1)).toBe(
      `wqbench: the report is in ${directory}/report.html`,
    );
  });

  it('--redact keeps names out of all it writes, the name of the directory too', async () => {
    const files = { 'proc/sys/kernel/hostname': 'enigma-host\n', 'eve-user/keep': '' };
    const { stdout, stderr, directory } = await measure(['--redact', '--json', '-'], files);
    expect(directory).toMatch(/Z-redacted$/);
    expect(stderr).toContain(`the run is in ${directory}\n`);
    expect(stderr).not.toContain('enigma-host');
    const page = readFileSync(join(directory!, 'report.html'), 'utf8');
    const run = readFileSync(join(directory!, 'run.json'), 'utf8');
    for (const text of [stdout, run, everythingIn(page)]) {
      expect(text).not.toContain('enigma-host');
      expect(text).not.toContain(basename(join(directory!, '..', '..')));
    }
    expect(JSON.parse(run)).toMatchObject({
      command: ['run', '--out', 'redacted', '--trials', '1', '--redact', '--json', '-'],
      options: { out: 'redacted', json: '-' },
    });
  });

  it('is none the worse where the report cannot be written', async () => {
    const root = machineOf(2);
    const io = fakeIo({ root });
    const taken = join(root, 'out/20261130T120000Z-box-blocked');
    mkdirSync(taken, { recursive: true });
    const engine = fakeEngine((_, outcome) => {
      const directories = readdirSync(join(root, 'out')).filter((name) => name.endsWith('-box'));
      for (const name of directories) {
        mkdirSync(join(root, 'out', name, 'report.html'), { recursive: true });
        writeFileSync(join(root, 'out', name, 'report.html', 'in-the-way'), '');
      }
      return outcome;
    });
    const exitCode = await runCli(['run', '--out', join(root, 'out'), '--trials', '2'], io, engine);
    expect(exitCode).toBe(0);
    expect(io.written.stderr).toMatch(
      /wqbench: cannot write '.*\/report.html': [^\n]*; wqbench report makes it anew\n$/,
    );
    expect(io.written.stderr).not.toContain('the report is in');
  });
});
