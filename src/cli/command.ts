import type { Options } from 'yargs';
import type { ExitCode } from '../core/errors.js';
import type { Io } from '../core/io.js';
import type { Engine } from './engine.js';

/** One subcommand: how it is written, and what it does with what was written. */
export interface Command {
  readonly name: string;
  readonly summary: string;
  readonly flags: Flags;
  /** What follows the program's name, and what that does. */
  readonly examples: readonly (readonly [usage: string, meaning: string])[];
  run(args: Args, context: CommandContext): Promise<ExitCode>;
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
