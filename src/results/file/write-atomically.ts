import {
  closeSync,
  fsyncSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';

/**
 * Replaces a file by `text` so that a reader, or a power cut, sees the old content or the new, never
 * a part: written beside it, synced, renamed. A link keeps pointing where it did; a device or pipe
 * is written to as it is. Errors of the file system pass through.
 */
export function writeAtomically(path: string, text: string): void {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats && !stats.isFile()) writeFileSync(path, text);
  else replaceFile(stats ? realpathSync(path) : path, text);
}

function replaceFile(target: string, text: string): void {
  const temporary = join(dirname(target), `.${basename(target)}.${process.pid}.tmp`);
  try {
    writeAndSync(temporary, text);
    renameSync(temporary, target);
    syncDirectory(dirname(target));
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

/** Makes the rename itself last; not every file system can. */
function syncDirectory(directory: string): void {
  const file = openSync(directory, 'r');
  try {
    fsyncSync(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EINVAL') throw error;
  } finally {
    closeSync(file);
  }
}

function writeAndSync(path: string, text: string): void {
  const file = openSync(path, 'w');
  try {
    writeFileSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
