import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { assertWritableDirectory, assertWritableFile } from '../../src/results/file/writable.js';
import { writeAtomically } from '../../src/results/file/write-atomically.js';

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'wqbench-writable-'));
  writeFileSync(join(root, 'file'), 'old');
  symlinkSync(join(root, 'nowhere'), join(root, 'dangling'));
});

afterEach(() => rmSync(root, { recursive: true }));

describe('assertWritableDirectory', () => {
  test.each(['', 'new', 'new/deep/er'])('passes and leaves nothing: root/%s', (path) => {
    assertWritableDirectory(join(root, path));
    expect(readdirSync(root).sort()).toEqual(['dangling', 'file']);
  });

  test.each([
    ['file', 'is no directory'],
    ['file/below', 'ENOTDIR'],
    ['dangling', 'is a link to nowhere'],
    [`${'x'.repeat(300)}/y`, 'ENAMETOOLONG'],
  ])('refuses root/%s: %s', (path, reason) => {
    expect(() => assertWritableDirectory(join(root, path))).toThrow(notWritable(reason));
  });

  test('refuses what only pretends to be writable', () => {
    expect(() => assertWritableDirectory('/proc/wqbench')).toThrow(notWritable(''));
  });
});

describe('assertWritableFile', () => {
  test('passes a new file without making it', () => {
    assertWritableFile(join(root, 'new.json'));
    expect(readdirSync(root).sort()).toEqual(['dangling', 'file']);
  });

  test('passes an old file without changing it', () => {
    assertWritableFile(join(root, 'file'));
    expect(readFileSync(join(root, 'file'), 'utf8')).toBe('old');
  });

  test('passes a device', () => {
    assertWritableFile('/dev/null');
  });

  test.each([
    ['.', 'it is a directory'],
    ['new/', 'it is a directory'],
    ['no/new.json', 'there is no directory'],
    ['file/new.json', 'ENOTDIR'],
    ['dangling', 'is a link to nowhere'],
  ])('refuses root/%s: %s', (path, reason) => {
    expect(() => assertWritableFile(`${root}/${path}`)).toThrow(notWritable(reason));
  });

  test.skipIf(process.getuid?.() === 0)('refuses a directory without permission', () => {
    chmodSync(root, 0o500);
    expect(() => assertWritableFile(join(root, 'new'))).toThrow(notWritable('EACCES'));
  });
});

describe('writeAtomically', () => {
  test('replaces a file and leaves no other', () => {
    writeAtomically(join(root, 'file'), 'new');
    expect(readFileSync(join(root, 'file'), 'utf8')).toBe('new');
    expect(readdirSync(root).sort()).toEqual(['dangling', 'file']);
  });

  test('writes where a link points to and keeps the link', () => {
    symlinkSync(join(root, 'file'), join(root, 'link'));
    writeAtomically(join(root, 'link'), 'new');
    expect(readFileSync(join(root, 'file'), 'utf8')).toBe('new');
  });

  test('does not replace a device by a file', () => {
    writeAtomically('/dev/null', 'gone');
    expect(readFileSync('/dev/null', 'utf8')).toBe('');
  });

  test('leaves the old content and no other file when it fails', () => {
    expect(() => writeAtomically(join(root, 'none', 'file'), 'new')).toThrow('ENOENT');
    expect(existsSync(join(root, 'none'))).toBe(false);
    expect(readFileSync(join(root, 'file'), 'utf8')).toBe('old');
  });
});

function notWritable(reason: string): unknown {
  return expect.objectContaining({
    code: 'not-writable',
    message: expect.stringContaining(reason),
  });
}
