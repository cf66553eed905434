import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { WqbenchError } from '../core/errors.js';
import { resultFile } from '../results/file/read-result.js';

/**
 * Refuses a file to write that is one of those to read: what was measured cannot be had again.
 * Throws 'bad-option'.
 */
export function assertNotInput(target: string | null, inputs: readonly string[]): void {
  if (target === null || target === '-') return;
  const place = realPath(target);
  if (!inputs.some((input) => realPath(resultFile(input)) === place)) return;
  throw new WqbenchError('bad-option', `'${target}' is read and cannot be written`, 'name another');
}

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return resolve(path);
  }
}
