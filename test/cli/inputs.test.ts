import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runCli } from '../../src/cli/run-cli.js';
import { serialiseRun } from '../../src/results/file/run-store.js';
import { buildRun } from '../results/run-builder.js';
import { fakeEngine } from './fake-engine.js';
import { directoryOf, fakeIo } from './fake-io.js';

const LOG = `test_workqueue: running 2 threads, 50000 items/thread
test_workqueue:   cpu              1234567 items/sec\tp50=1000\tp90=2000\tp95=3000 ns
`;

/** A result, a link to it, and a log. */
function place(): string {
  const directory = directoryOf({});
  mkdirSync(join(directory, 'run'));
  writeFileSync(join(directory, 'run/run.json'), serialiseRun(buildRun()));
  writeFileSync(join(directory, 'kernel.log'), LOG);
  symlinkSync('run/run.json', join(directory, 'link.json'));
  return directory;
}

it.each([
  ['report run --out run/run.json', 'run/run.json'],
  ['report run/run.json --out link.json', 'run/run.json'],
  ['export run --to csv --out run/run.json', 'run/run.json'],
  ['compare run old=run --json run/run.json', 'run/run.json'],
  ['import kernel.log --json kernel.log --out results', 'kernel.log'],
])('wqbench %s leaves what it reads as it is', async (words, input) => {
  const directory = place();
  const before = readFileSync(join(directory, input), 'utf8');
  const io = fakeIo({});
  const argv = words.split(' ').map((word) => {
    const [, name = '', path = word] = word.match(/^(old=)?(.*)$/) ?? [];
    return /^(run|link|kernel|results)/.test(path) && word !== 'report'
      ? name + join(directory, path)
      : word;
  });
  const exitCode = await runCli(argv, io, fakeEngine());
  expect({ exitCode, stdout: io.written.stdout }).toEqual({ exitCode: 2, stdout: '' });
  expect(io.written.stderr).toMatch(/is read and cannot be written; name another\n$/);
  expect(readFileSync(join(directory, input), 'utf8')).toBe(before);
});
