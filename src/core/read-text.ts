import { readFileSync } from 'node:fs';

/**
 * Text of a file of `/proc` or `/sys`, without the NUL bytes and white space some of them end in.
 * Null where it is absent, unreadable or empty: what it would have said is unknown.
 */
export function readText(path: string): string | null {
  try {
    return readFileSync(path, 'utf8').replaceAll('\0', '').trim() || null;
  } catch {
    return null;
  }
}
