import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { KernelRun } from '../kernel/kernel-run.js';
import type { ImportedRun } from './imported-run.js';
import type { Run } from './run-file.js';
import { writeAtomically } from './write-atomically.js';

export const RUN_FILE = 'run.json';

/** Where a run is kept while it grows. */
export interface RunStore {
  /** Result directory; null until the first save has succeeded. */
  readonly directory: string | null;
  /** Replaces what is stored by `run`, whole or not at all, and returns the file's path. */
  save(run: Run | KernelRun): string;
}

/**
 * A store in `<out>/<UTC time>-<host>/run.json`. Nothing is made before the first save, so that a
 * run which measured nothing leaves nothing behind. A name that is taken gets a number.
 */
export function createRunStore(out: string, startedAt: Date, host: string): RunStore {
  const name = `${fileTime(startedAt)}-${fileName(host)}`;
  let directory: string | null = null;
  return {
    get directory() {
      return directory;
    },
    save(run) {
      const text = serialiseRun(run);
      if (directory !== null) writeAtomically(join(directory, RUN_FILE), text);
      else directory = saveFirst(makeDirectory(out, name), text);
      return join(directory, RUN_FILE);
    },
  };
}

/** Stores in `<out>/<UTC time>-imported/run.json` and returns the directory. */
export function storeImported(out: string, run: ImportedRun): string {
  const directory = makeDirectory(out, `${fileTime(new Date(run.importedAt))}-imported`);
  return saveFirst(directory, serialiseRun(run));
}

/** Leaves no empty directory behind where it cannot be filled. */
function saveFirst(directory: string, text: string): string {
  try {
    writeAtomically(join(directory, RUN_FILE), text);
    return directory;
  } catch (error) {
    rmSync(directory, { recursive: true, force: true });
    throw error;
  }
}

/** The text of run.json. */
export function serialiseRun(run: Run | ImportedRun | KernelRun): string {
  return `${JSON.stringify(run, null, 1)}\n`;
}

function makeDirectory(out: string, name: string): string {
  mkdirSync(out, { recursive: true });
  for (let number = 1; ; number++) {
    const directory = join(out, number === 1 ? name : `${name}-${number}`);
    if (makeNew(directory)) return directory;
  }
}

/** False when it exists: another run started in the same second. */
function makeNew(directory: string): boolean {
  try {
    mkdirSync(directory);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** `20261130T224836Z`: sorts by time and is fit for any file system. */
function fileTime(date: Date): string {
  return date.toISOString().replace(/[-:]|\.\d+/g, '');
}

function fileName(host: string): string {
  return host.replace(/[^A-Za-z0-9._-]/g, '_').slice(0, 64) || 'unknown';
}
