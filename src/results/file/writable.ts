import { accessSync, constants, lstatSync, mkdtempSync, rmdirSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { WqbenchError } from '../../core/errors.js';

/**
 * Throws 'not-writable' unless directories and files can be made in `path`, or, where it does not
 * exist yet, in the nearest directory above it. Tries it out and leaves nothing behind.
 */
export function assertWritableDirectory(path: string): void {
  let directory = resolve(path);
  while (kindOf(directory, path) === 'missing') directory = dirname(directory);
  if (kindOf(directory, path) !== 'directory') {
    throw notWritable(path, `${directory} is no directory`);
  }
  tryToWriteIn(directory, path);
}

/** Throws 'not-writable' unless the file `path` can be written, or made where there is none. */
export function assertWritableFile(path: string): void {
  const kind = kindOf(path, path);
  if (kind === 'directory' || path.endsWith('/')) throw notWritable(path, 'it is a directory');
  const directory = dirname(resolve(path));
  switch (kind) {
    case 'missing':
      if (kindOf(directory, path) !== 'directory') {
        throw notWritable(path, `there is no directory ${directory}`);
      }
      tryToWriteIn(directory, path);
      break;
    case 'file':
      tryToOpen(path);
      tryToWriteIn(directory, path);
      break;
    case 'other':
      tryToOpen(path);
      break;
  }
}

type Kind = 'missing' | 'directory' | 'file' | 'other';

function kindOf(path: string, asked: string): Kind {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats?.isDirectory()) return 'directory';
    if (stats?.isFile()) return 'file';
    if (stats) return 'other';
    if (!lstatSync(path, { throwIfNoEntry: false })) return 'missing';
  } catch (cause) {
    throw notWritable(asked, reasonOf(cause), cause);
  }
  throw notWritable(asked, `${path} is a link to nowhere`);
}

/** The permission bits do not tell all (read-only mounts, quotas, /proc), so a directory is made. */
function tryToWriteIn(directory: string, asked: string): void {
  try {
    rmdirSync(mkdtempSync(join(directory, '.wqbench-')));
  } catch (cause) {
    throw notWritable(asked, reasonOf(cause), cause);
  }
}

function tryToOpen(path: string): void {
  try {
    accessSync(path, constants.W_OK);
  } catch (cause) {
    throw notWritable(path, reasonOf(cause), cause);
  }
}

function notWritable(path: string, reason: string, cause?: unknown): WqbenchError {
  const message = `cannot write to '${path}': ${reason}`;
  return new WqbenchError('not-writable', message, 'name a place that can be written to', {
    cause,
  });
}

function reasonOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
