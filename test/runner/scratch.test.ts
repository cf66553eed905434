import { existsSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WqbenchError } from '../../src/core/errors.js';
import { deviceUseBetween, readDeviceTime } from '../../src/runner/environment/disk.js';
import { mountOf } from '../../src/runner/environment/mounts.js';
import { makeScratch, scratchWarnings } from '../../src/runner/scratch.js';
import { directoryOf } from '../cli/fake-io.js';

const FSYNC = { kind: 'fsync', bytes: 4096 } as const;

let parent: string;

beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'wqbench-scratch-'));
});

afterEach(() => rmSync(parent, { recursive: true }));

describe('the directory for files', () => {
  it('is the run’s own, and goes with all that is in it, more than once if need be', () => {
    const scratch = makeScratch(FSYNC, parent, '/')!;
    expect(scratch.parent).toBe(parent);
    writeFileSync(join(scratch.directory, 'submitter-0'), 'x');
    scratch.remove();
    scratch.remove();
    expect(readdirSync(parent)).toEqual([]);
  });

  it('is none where items have no files', () => {
    expect(makeScratch({ kind: 'microbench' }, null, '/')).toBeNull();
  });

  it('is in memory for plain files, and where the program stands for synced ones', () => {
    const [file, fsync] = [{ kind: 'file', bytes: 512, access: 'read' } as const, FSYNC].map(
      (workload) => makeScratch(workload, null, '/')!,
    );
    file!.remove();
    fsync!.remove();
    expect(file!.parent).toBe(existsSync('/dev/shm') ? '/dev/shm' : tmpdir());
    expect(fsync!.parent).toBe('.');
  });

  it.each(['missing', 'file'])('is refused: %s', (name) => {
    writeFileSync(join(parent, 'file'), '');
    const refused = () => makeScratch(FSYNC, join(parent, name), '/');
    expect(refused).toThrow(WqbenchError);
    expect(refused).toThrow(
      /no directory for the files of fsync can be made in '.*': E(NOENT|NOTDIR)/,
    );
  });
});

const MOUNTS = [
  '21 1 254:0 / / rw,relatime - ext4 /dev/vda rw',
  '30 21 0:26 / /mem rw - tmpfs tmpfs rw',
  '31 21 0:27 / /with\\040blank rw - tmpfs tmpfs rw',
  '40 21 0:50 / /layers rw - overlay overlay rw',
  '41 21 0:51 / /pool rw - btrfs /dev/sdb1 rw',
  '',
].join('\n');

describe('the file system of a path', () => {
  it('is that of the nearest mount, as the kernel lists it', () => {
    const here = readdirSync('/').length > 0 ? '/' : '.';
    const root = directoryOf({ 'proc/self/mountinfo': MOUNTS });
    expect(mountOf(here, root)).toEqual({ type: 'ext4', device: '254:0', source: '/dev/vda' });
  });

  it('follows links', () => {
    const root = directoryOf({
      'proc/self/mountinfo': `${MOUNTS}50 21 0:60 / ${parent} rw - xfs /dev/sdc rw\n`,
    });
    const link = join(tmpdir(), `wqbench-link-${process.pid}`);
    symlinkSync(parent, link);
    try {
      expect(mountOf(link, root)?.type).toBe('xfs');
    } finally {
      rmSync(link);
    }
  });

  it('is unknown without the list', () => {
    expect(mountOf('/', '/nowhere')).toBeNull();
  });

  it('in memory makes a sync do nothing, which is said', () => {
    const scratch = { directory: '', parent: '', fileSystem: 'tmpfs', remove() {} };
    expect(scratchWarnings(FSYNC, scratch).map(({ code }) => code)).toEqual(['fsync-in-memory']);
    expect(scratchWarnings(FSYNC, { ...scratch, fileSystem: 'ext4' })).toEqual([]);
    expect(scratchWarnings(FSYNC, { ...scratch, fileSystem: null })).toEqual([]);
    expect(scratchWarnings(FSYNC, null)).toEqual([]);
  });
});

describe('the device below files', () => {
  const stats = (busyMs: number) =>
    ` 254       0 vda 215637 24667 12519586 81170 433227 463209 33404336 145616 0 ${busyMs} 319724 0 0\n 8 17 sdb1 1 2 3 4 5 6 7 8 9 77 11\n`;

  it('is found by its number, and how busy it was by the growth of its counter', () => {
    const files = (busyMs: number) => ({
      'proc/self/mountinfo': MOUNTS,
      'proc/diskstats': stats(busyMs),
    });
    const before = readDeviceTime('/', directoryOf(files(1000)))!;
    const after = readDeviceTime('/', directoryOf(files(1250)))!;
    expect(before).toMatchObject({ name: 'vda', busyMs: 1000 });
    const use = deviceUseBetween({ ...before, atMs: 0 }, { ...after, atMs: 500 });
    expect(use).toEqual({ name: 'vda', utilPercent: 50 });
  });

  it('is found by what was mounted where the number is the file system’s own', () => {
    const mountinfo = '41 21 0:51 / / rw - btrfs /dev/sdb1 rw\n';
    const root = directoryOf({ 'proc/self/mountinfo': mountinfo, 'proc/diskstats': stats(1) });
    expect(readDeviceTime('/', root)).toMatchObject({ name: 'sdb1', busyMs: 77 });
  });

  it('is none in memory, in layers, or without counters', () => {
    for (const mountinfo of [
      '30 21 0:26 / / rw - tmpfs tmpfs rw\n',
      '40 21 0:50 / / rw - overlay overlay rw\n',
      '',
    ]) {
      const root = directoryOf({ 'proc/self/mountinfo': mountinfo, 'proc/diskstats': stats(1) });
      expect(readDeviceTime('/', root)).toBeNull();
    }
    expect(deviceUseBetween(null, null)).toBeNull();
  });
});
