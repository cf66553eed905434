import type { Options } from 'yargs';
import type { ExitCode } from '../core/errors.js';
import type { Io } from '../core/io.js';
import type { Engine } from './engine.js';

/** One subcommand: how it is written, and what it does with what was written. */
export interface Command {
  readonly name: string;
  readonly summary: string;
  readonly flags: Flags;
  /** The words that stand alone; absent where there are none. */
  readonly positionals?: Positionals;
  /** Another program's command line follows behind `--`: its words are then `words`. */
  readonly takesCommand?: true;
  /** What follows the program's name, and what that does. */
  readonly examples: readonly (readonly [usage: string, meaning: string])[];
  /** `words` are as many as `positionals` allows, none of them empty. */
  run(args: Args, context: CommandContext, words: readonly string[]): Promise<ExitCode>;
}

/** A list of words of one kind, `min` to `max` of them. */
export interface Positionals {
  /** As in the help: `RUN`. */
  readonly name: string;
  readonly describe: string;
  readonly min: number;
  /** Infinity for no limit. */
  readonly max: number;
}

export type Flags = Readonly<Record<string, Options & { readonly type: 'string' | 'boolean' }>>;

/** Values as typed, by the flag's name without dashes; a flag not given is absent. */
export type Args = Readonly<Record<string, string | boolean | undefined>>;

export interface CommandContext {
  readonly io: Io;
  readonly engine: Engine;
  /** All arguments as typed, for the record. */
  readonly argv: readonly string[];
}
