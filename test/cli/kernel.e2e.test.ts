import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  accessSync,
  constants,
  existsSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { readKernelRun } from '../../src/results/kernel/read-kernel-run.js';
import { directoryOf } from './fake-io.js';

const MAIN = fileURLToPath(new URL('../../dist/src/main.js', import.meta.url));
const KNOB = '/sys/module/workqueue/parameters/default_affinity_scope';

/** Root on a kernel with the knob, which a container may keep from being written. */
const mayWrite = (() => {
  try {
    accessSync(KNOB, constants.W_OK);
    writeFileSync(KNOB, readFileSync(KNOB, 'utf8').trim());
    return true;
  } catch {
    return false;
  }
})();
const hasFio = spawnSync('fio', ['--version']).status === 0;

const before = mayWrite ? knob() : '';

afterEach(() => {
  if (mayWrite && knob() !== before) writeFileSync(KNOB, before);
});

function knob(): string {
  return readFileSync(KNOB, 'utf8').trim();
}

function wqbench(argv: readonly string[]): ChildProcess {
  return spawn(process.execPath, [MAIN, 'kernel', ...argv], { stdio: 'ignore' });
}

describe.skipIf(!mayWrite)('the knob of this kernel', () => {
  const other = before === 'system' ? 'cpu' : 'system';
  const endless = (out: string) => {
    const flags = ['--scopes', other, '--trials', '100', '--warm-up', '0', '--out', out];
    return wqbench([...flags, '--', 'sleep', '1']);
  };

  it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('is put back at %s', async (signal) => {
    const child = endless(directoryOf({}));
    await vi.waitFor(() => expect(knob()).toBe(other), { timeout: 10_000 });
    child.kill(signal);
    expect(await once(child, 'exit')).toEqual([130, null]);
    expect(knob()).toBe(before);
  });

  it('is put back by --restore once the run was killed', async () => {
    const child = endless(directoryOf({}));
    await vi.waitFor(() => expect(knob()).toBe(other), { timeout: 10_000 });
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(knob()).toBe(other);
    expect(await once(endless(directoryOf({})), 'exit')).toEqual([2, null]);
    expect(await once(wqbench(['--restore']), 'exit')).toEqual([0, null]);
    expect(knob()).toBe(before);
  });

  it.skipIf(!hasFio)('is swept around fio', async () => {
    const out = directoryOf({});
    const flags = ['--scopes', 'cpu,system', '--trials', '2', '--warm-up', '0', '--out', out];
    const job = [
      '--name=w',
      '--rw=write',
      '--size=1M',
      '--bs=4k',
      '--fsync=16',
      `--directory=${out}`,
    ];
    const fio = ['--fio', 'write.iops', '--', 'fio', '--output-format=json', ...job];
    expect(await once(wqbench([...flags, ...fio]), 'exit')).toEqual([0, null]);
    const directory = readdirSync(out).find((name) => existsSync(join(out, name, 'run.json')))!;
    const run = readKernelRun(join(out, directory))!;
    expect(run.figure).toMatchObject({ name: 'write.iops', from: 'fio' });
    expect(run.trials.every(({ value }) => value > 0)).toBe(true);
    expect(knob()).toBe(before);
  });
});
