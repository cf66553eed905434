import { lostOutput } from '../core/errors.js';
import type { Io } from '../core/io.js';
import { assertWritableFile } from '../results/file/writable.js';
import { writeAtomically } from '../results/file/write-atomically.js';

/** Throws 'not-writable'; `-` is stdout, null no output. */
export function assertJsonTarget(target: string | null): void {
  if (target !== null && target !== '-') assertWritableFile(target);
}

/** Throws 'not-writable'. */
export function writeJson(target: string | null, text: string, io: Io): void {
  if (target === '-') io.stdout.write(text);
  else if (target !== null) writeTextFile(target, text);
}

/** Throws 'not-writable'. */
export function writeTextFile(target: string, text: string): void {
  try {
    writeAtomically(target, text);
  } catch (cause) {
    throw lostOutput(`'${target}'`, cause);
  }
}
