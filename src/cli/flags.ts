import { WqbenchError } from '../core/errors.js';
import type { Args } from './command.js';
import { parseText } from './values.js';

/** A flag with a value. */
export const text = (describe: string) =>
  ({ type: 'string', requiresArg: true, describe }) as const;

/** A flag without one. */
export const toggle = (describe: string) => ({ type: 'boolean', describe }) as const;

/** Value of a text flag; null when it is not given. */
export function textOf(args: Args, name: string): string | null {
  const value = args[name];
  return value === undefined ? null : parseText(`--${name}`, String(value));
}

/** Throws 'bad-option' when two of the flags, which exclude each other, are given. */
export function assertAtMostOne(args: Args, names: readonly string[]): void {
  const [first, second] = names.filter((name) => args[name] !== undefined);
  if (first === undefined || second === undefined) return;
  throw new WqbenchError(
    'bad-option',
    `--${first} '${args[first]}' and --${second} '${args[second]}' exclude each other`,
    'give only one of them',
  );
}

/** Throws 'bad-option' when stdout is claimed by the JSON and by a text in a format of its own. */
export function assertOneOnStdout(args: Args): void {
  if (args.json !== '-' || args.format === undefined) return;
  const message = `--json - leaves no room on stdout for --format '${args.format}'`;
  throw new WqbenchError('bad-option', message, 'leave out --format, or write --json to a file');
}
