import { WqbenchError } from '../core/errors.js';

/** Reads a synthetic string from left to right; offsets count characters from 0. */
export class SyntheticScanner {
  readonly #text: string;
  readonly #name: string;
  offset = 0;

  /** `name` is what errors call the string: its file, or the string itself. */
  constructor(text: string, name: string) {
    this.#text = text;
    this.#name = name;
  }

  /** The text that matches `pattern` (sticky) here, which is then behind; null when none does. */
  take(pattern: RegExp): string | null {
    pattern.lastIndex = this.offset;
    const match = pattern.exec(this.#text)?.[0];
    if (match === undefined) return null;
    this.offset += match.length;
    return match;
  }

  /** Whether `pattern` (sticky) matches here. */
  sees(pattern: RegExp): boolean {
    pattern.lastIndex = this.offset;
    return pattern.test(this.#text);
  }

  skipBlanks(): void {
    this.take(/\s*/y);
  }

  get atEnd(): boolean {
    return this.offset >= this.#text.length;
  }

  /** Throws 'bad-topology' with the line and column of `offset`. */
  fail(reason: string, offset = this.offset): never {
    const before = this.#text.slice(0, offset).split('\n');
    const column = (before.at(-1)?.length ?? 0) + 1;
    const place = this.#text.trimEnd().includes('\n')
      ? `line ${before.length}, column ${column}`
      : `column ${column}`;
    throw new WqbenchError(
      'bad-topology',
      `${this.#name}, ${place}: ${reason}`,
      "write an hwloc synthetic string such as 'package:2 l3:4 core:8 pu:2', or name a file",
    );
  }
}
