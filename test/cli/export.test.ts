import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCli } from '../../src/cli/run-cli.js';
import { renderRun } from '../../src/report/run/render-run.js';
import { serialiseRun } from '../../src/results/file/run-store.js';
import { buildRun } from '../results/run-builder.js';
import { fakeEngine } from './fake-engine.js';
import { directoryOf, fakeIo } from './fake-io.js';

const run = buildRun();

function stored(changed = run): string {
  return directoryOf({ 'run.json': serialiseRun(changed) });
}

async function exported(...argv: string[]) {
  const io = fakeIo();
  const exitCode = await runCli(['export', ...argv], io, fakeEngine());
  return { exitCode, ...io.written };
}

describe('a document', () => {
  const style = { colour: false, unicode: true, columns: undefined, explain: false };

  it.each(['csv', 'markdown', 'kernel'] as const)('%s is what `run` prints', async (kind) => {
    const stdout = renderRun(run, kind, style);
    const directory = stored();
    const expected = { exitCode: 0, stderr: '', stdout };
    expect(await exported(directory, '--to', kind)).toEqual(expected);
    expect(await exported(join(directory, 'run.json'), '--to', kind)).toEqual(expected);
    expect(await exported(directory, '--to', kind, '--out', '-')).toEqual(expected);
  });

  it('goes into a file, whose name is printed', async () => {
    const directory = stored();
    const out = join(directory, 'table.csv');
    expect((await exported(directory, '--to', 'csv', '--out', out)).stdout).toBe(`${out}\n`);
    expect(readFileSync(out, 'utf8')).toBe(renderRun(run, 'csv', style));
  });
});

describe('HdrHistogram files', () => {
  it('hgrm are beside the result, or in a directory made for them', async () => {
    const directory = stored();
    const { stdout } = await exported(directory, '--to', 'hgrm');
    const names = readdirSync(directory).filter((name) => name.endsWith('-ns.hgrm'));
    expect(names).toHaveLength(6);
    expect(stdout.trimEnd().split('\n').sort()).toEqual(names.map((name) => join(directory, name)));
    const out = join(directory, 'plots', 'here');
    await exported(directory, '--to', 'hgrm', '--out', out);
    expect(readdirSync(out).sort()).toEqual(names.sort());
  });

  it('hlog is beside the result, or where --out says', async () => {
    const directory = stored();
    const usual = join(directory, 'run.hlog');
    const chosen = join(directory, 'other.hlog');
    expect((await exported(directory, '--to', 'hlog')).stdout).toBe(`${usual}\n`);
    expect((await exported(directory, '--to', 'hlog', '--out', chosen)).stdout).toBe(`${chosen}\n`);
    const text = readFileSync(usual, 'utf8');
    expect(text.match(/^Tag=/gm)).toHaveLength(12);
    expect(readFileSync(chosen, 'utf8')).toBe(text);
  });
});

describe('is refused and nothing written', () => {
  const [first, ...others] = run.trials;
  const bare = { ...run, trials: [{ ...first!, histograms: null }, ...others] };
  const damagedHistograms = { queueNs: 'AAAA', roundTripNs: first!.histograms!.roundTripNs };
  const damaged = { ...run, trials: [{ ...first!, histograms: damagedHistograms }, ...others] };
  const cut = {
    ...run,
    trials: [{ ...first!, queueNs: { ...first!.queueNs, samples: 5 } }, ...others],
  };
  const invalid = buildRun({
    trials: run.trials.map((trial) => ({ ...trial, valid: false, violations: ['lost'] })),
  });

  it.each([
    [run, [], 'export needs to know what to export to; give --to with one of csv, markdown'],
    [run, ['--to', 'hgrn'], "--to cannot be 'hgrn'; did you mean 'hgrm'?"],
    [run, ['--to', 'hgrm', '--out', '-'], "--out '-' is one place for several files"],
    [run, ['--to', 'csv', '--out', '/nowhere/x'], "cannot write to '/nowhere/x'"],
    [
      bare,
      ['--to', 'hgrm'],
      'run.json: trials[0].histograms: left out of this result; use --to csv',
    ],
    [bare, ['--to', 'hlog'], 'run.json: trials[0].histograms: left out of this result'],
    [damaged, ['--to', 'hlog'], 'run.json: trials[0].histograms.queueNs: no HdrHistogram in V2'],
    [
      cut,
      ['--to', 'hlog'],
      'trials[0].queueNs.samples: 5, but 4 threads timed one in 1 of 500 items',
    ],
    [invalid, ['--to', 'hgrm'], 'run.json: no valid trial'],
  ])('%#: %j', async (changed, flags, message) => {
    const directory = stored(changed);
    const { exitCode, stdout, stderr } = await exported(directory, ...flags);
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
    expect(stderr).toMatch(/^wqbench: [^\n]+; [^\n]+\n$/);
    expect(stderr).toContain(message);
    expect(readdirSync(directory)).toEqual(['run.json']);
  });

  it('without a result, with two, or with one that is none', async () => {
    expect((await exported('--to', 'csv')).stderr).toContain('export needs RUN');
    expect((await exported('a', 'b', '--to', 'csv')).stderr).toContain("unexpected argument 'b'");
    const { exitCode, stderr } = await exported('/nowhere/run', '--to', 'hgrm');
    expect(exitCode).toBe(2);
    expect(stderr).toContain('/nowhere/run: ENOENT');
  });

  it('where a file to write is a directory', async () => {
    const directory = stored();
    mkdirSync(join(directory, 'cpu-round-trip-ns.hgrm'));
    const { exitCode, stderr } = await exported(directory, '--to', 'hgrm');
    expect(exitCode).toBe(2);
    expect(stderr).toContain('it is a directory');
    expect(readdirSync(directory)).toHaveLength(2);
  });
});
