import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { WqbenchError } from '../core/errors.js';
import { readText } from '../core/read-text.js';
import { parseCpuList } from './cpu-list.js';
import { parseCpuMask } from './cpu-mask.js';

/** Files that hold a hexadecimal mask; all others that name CPUs hold a list. */
const MASK_FILES = new Set(['core_cpus', 'thread_siblings', 'shared_cpu_map', 'cpumap']);

/**
 * CPUs named by the first of the files that names any: kernels of different age have different
 * ones, and copies of `/sys` may lack some or have them empty. None when no file names a CPU.
 *
 * Throws 'bad-topology', naming the file, when its content is neither list nor mask.
 */
export function readCpus(directory: string, files: readonly string[]): number[] {
  for (const file of files) {
    const path = join(directory, file);
    const text = readText(path);
    const cpus = text === null ? [] : parseCpus(path, text, MASK_FILES.has(file));
    if (cpus.length > 0) return cpus;
  }
  return [];
}

/** Numbers N of the entries `<prefix>N` of a directory, ascending; none when it is not there. */
export function listNumbered(directory: string, prefix: string): number[] {
  return entriesOf(directory)
    .filter((entry) => entry.startsWith(prefix) && /^\d+$/.test(entry.slice(prefix.length)))
    .map((entry) => Number(entry.slice(prefix.length)))
    .sort((a, b) => a - b);
}

function entriesOf(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}

function parseCpus(path: string, text: string, isMask: boolean): number[] {
  try {
    return isMask ? parseCpuMask(text) : parseCpuList(text);
  } catch (error) {
    if (!(error instanceof WqbenchError)) throw error;
    const nextStep = 'check that the directory is a complete copy of /sys';
    throw new WqbenchError('bad-topology', `${path}: ${error.message}`, nextStep, { cause: error });
  }
}
