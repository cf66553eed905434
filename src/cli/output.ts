import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { lostOutput } from '../core/errors.js';
import type { Io } from '../core/io.js';
import type { NamedText } from '../report/hdr/hgrm.js';
import { assertWritableDirectory, assertWritableFile } from '../results/file/writable.js';
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

/** Writes into `directory`, made where it is missing; the places go to stdout. Throws 'not-writable'. */
export function writeFiles(files: readonly NamedText[], directory: string, io: Io): void {
  assertWritableDirectory(directory);
  try {
    mkdirSync(directory, { recursive: true });
  } catch (cause) {
    throw lostOutput(`'${directory}'`, cause);
  }
  const targets = files.map(({ name, text }) => ({ target: join(directory, name), text }));
  for (const { target } of targets) assertWritableFile(target);
  for (const { target, text } of targets) {
    writeTextFile(target, text);
    io.stdout.write(`${target}\n`);
  }
}
