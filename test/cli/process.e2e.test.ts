import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readRun } from '../../src/results/file/read-result.js';
import { runSchema } from '../../src/results/file/run-file.js';
import { directoryOf } from './fake-io.js';

const MAIN = fileURLToPath(new URL('../../dist/src/main.js', import.meta.url));

/** As root, outside of most containers. */
const mayMount = (() => {
  const directory = mkdtempSync(join(tmpdir(), 'wqbench-mount-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', 'tmpfs', directory], { stdio: 'ignore' });
    execFileSync('umount', [directory]);
    return true;
  } catch {
    return false;
  } finally {
    rmdirSync(directory);
  }
})();

/** Works on any machine: two threads, on two CPUs or sharing one. */
const SMALL = ['--topology', 'package:1 l3:1 core:2 pu:1', '--items', '2000'];

function wqbench(argv: readonly string[]): ChildProcess {
  return spawn(process.execPath, [MAIN, ...argv], { stdio: ['ignore', 'pipe', 'pipe'] });
}

async function finish(argv: readonly string[]) {
  const child = wqbench(argv);
  const [stdout, stderr] = [text(child.stdout!), text(child.stderr!)];
  const [exitCode] = await once(child, 'exit');
  return { exitCode, stdout: await stdout, stderr: await stderr };
}

describe('the process', () => {
  it('measures with real threads and prints one JSON document', async () => {
    const out = directoryOf({});
    const flags = ['--trials', '2', '--out', out, '--json', '-', '--quiet'];
    const { exitCode, stdout } = await finish(['run', ...SMALL, ...flags]);
    expect(exitCode).toBe(0);
    const run = runSchema.parse(JSON.parse(stdout));
    expect(run).toMatchObject({ valid: true, partial: false, threads: 2, itemsPerThread: 2000 });
    expect(readRun(join(out, readdirSync(out)[0]!))).toEqual(run);
  });

  it('says what is wrong in a line, without a trace', async () => {
    expect(await finish(['run', '--items', 'many'])).toEqual({
      exitCode: 2,
      stdout: '',
      stderr: "wqbench: --items cannot be 'many'; give a whole number from 1 to 100000000\n",
    });
  });

  it.each(['SIGINT', 'SIGTERM'] as const)('keeps finished trials at %s', async (signal) => {
    const out = directoryOf({});
    const child = wqbench(['run', ...SMALL, '--trials', '10000', '--out', out]);
    let stderr = '';
    child.stderr!.on('data', (chunk) => {
      if (!stderr.includes('round 2 of') && `${stderr}${chunk}`.includes('round 2 of')) {
        child.kill(signal);
      }
      stderr += chunk;
    });
    child.stdout!.resume();
    expect(await once(child, 'exit')).toEqual([130, null]);
    const run = readRun(join(out, readdirSync(out)[0]!));
    expect(run.partial).toBe(true);
    expect(run.trials.length).toBeGreaterThanOrEqual(2);
  });

  it.each(['SIGINT', 'SIGTERM'] as const)(
    'leaves no file of its work behind at %s',
    async (signal) => {
      const dir = directoryOf({});
      const work = [
        '--workload',
        'fsync',
        '--kworkers',
        'threads',
        '--dir',
        dir,
        '--trials',
        '10000',
      ];
      const child = wqbench(['run', ...SMALL, ...work, '--out', directoryOf({})]);
      let seen: string[] = [];
      child.stderr!.on('data', (chunk) => {
        if (!`${chunk}`.includes('round')) return;
        if (seen.length === 0) seen = readdirSync(dir);
        child.kill(signal);
      });
      child.stdout!.resume();
      expect(await once(child, 'exit')).toEqual([130, null]);
      expect(seen).toHaveLength(1);
      expect(readdirSync(dir)).toEqual([]);
    },
  );

  it.skipIf(!mayMount)('makes a trial invalid when the disk is full, and goes on', async () => {
    const dir = directoryOf({});
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', dir]);
    try {
      const out = directoryOf({});
      const work = ['--workload', 'file:4096:write', '--depth', '16', '--dir', dir];
      const flags = ['--trials', '2', '--scopes', 'system', '--out', out];
      const { exitCode, stdout } = await finish(['run', ...SMALL, ...work, ...flags]);
      expect(exitCode).toBe(3);
      expect(stdout.replaceAll(/\s+/g, ' ')).toMatch(
        /items failed: ENOSPC: no space left on device/,
      );
      const run = readRun(join(out, readdirSync(out)[0]!));
      expect(run.trials.map(({ valid }) => valid)).toEqual([false, false]);
      expect(readdirSync(dir)).toEqual([]);
    } finally {
      execFileSync('umount', [dir]);
    }
  });

  it('waits for a slow reader of its document', async () => {
    const flags = ['--trials', '80', '--out', directoryOf({}), '--json', '-'];
    const child = wqbench(['run', ...SMALL, ...flags]);
    for await (const chunk of child.stderr!) if (`${chunk}`.includes('the run is in')) break;
    const stdout = await text(child.stdout!);
    expect(runSchema.safeParse(JSON.parse(stdout)).error).toBeUndefined();
    expect(stdout.length).toBeGreaterThan(3 * 65_536);
  });

  it('keeps the run when the reader of its table leaves', async () => {
    const out = directoryOf({});
    const child = wqbench(['run', ...SMALL, '--trials', '1', '--out', out]);
    child.stdout!.destroy();
    child.stderr!.resume();
    expect(await once(child, 'exit')).toEqual([0, null]);
    expect(readRun(join(out, readdirSync(out)[0]!)).partial).toBe(false);
  });
});
