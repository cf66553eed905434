import yargs, { type Argv } from 'yargs';
import { WqbenchError } from '../core/errors.js';
import type { Args, Command, Flags, Positionals } from './command.js';
import { nearName } from './near-name.js';

/** What the arguments ask for: a text to print (help, version) or a command. */
export type Parsed =
  | { readonly kind: 'text'; readonly text: string }
  | {
      readonly kind: 'command';
      readonly command: Command;
      readonly args: Args;
      readonly words: readonly string[];
    };

export interface Program {
  readonly commands: readonly Command[];
  readonly version: string;
  /** Width to wrap help to. */
  readonly columns: number;
}

/** Throws 'bad-option' for whatever is unknown, doubled, or lacks its value. */
export function parseArgv(argv: readonly string[], program: Program): Parsed {
  const [first, ...rest] = argv;
  if (first === undefined) throw badUsage('no command given', program);
  if (first.startsWith('-')) return parseAlone(argv, program);
  const command = program.commands.find(({ name }) => name === first);
  if (command) return parseCommand(command, rest, program);
  const near = nearName(
    first,
    program.commands.map(({ name }) => name),
  );
  throw badUsage(`unknown command '${first}'`, program, near);
}

/** `--help` and `--version`, the only flags without a command. */
function parseAlone(argv: readonly string[], program: Program): Parsed {
  assertFlags(argv, {}, '');
  const parser = program.commands.reduce(
    (parser, { name, summary }) => parser.command(name, summary),
    basicParser(program).usage(`${TITLE}\n\nUsage: $0 COMMAND [options]`),
  );
  const examples = program.commands.flatMap(({ examples }) => examples.slice(0, 2));
  const { text } = parse(withEnd(parser, examples), argv);
  if (text === '') throw badUsage(`no command before '${argv[0]}'`, program);
  return { kind: 'text', text };
}

function parseCommand(command: Command, all: readonly string[], program: Program): Parsed {
  const { name, summary, flags, examples, positionals = NONE } = command;
  const end = command.takesCommand ? all.indexOf('--') : -1;
  const argv = end < 0 ? all : all.slice(0, end);
  assertFlags(argv, flags, name);
  const parser = basicParser(program)
    .usage(
      `${summary}\n\nUsage: $0 ${name} ${usageOf(positionals)}[options]${command.takesCommand ? ' -- COMMAND...' : ''}${helpText(positionals)}`,
    )
    .options(flags)
    .hide('version');
  const { values, text } = parse(withEnd(parser, examples), argv);
  if (text !== '') return { kind: 'text', text };
  const { _, $0: _program, help: _help, version: _version, ...args } = values;
  const words = _.map(String);
  assertKnownLetters(args, argv, command);
  assertWords(words, positionals, name);
  const handedOn = end < 0 ? words : all.slice(end + 1);
  return { kind: 'command', command, args: args as Args, words: handedOn };
}

const NONE: Positionals = { name: '', describe: '', min: 0, max: 0 };

/** `RUN `, `[NAME] `, `RUN RUN... `: what the usage line says before the options. */
function usageOf({ name, min, max }: Positionals): string {
  if (max === 0) return '';
  const needed = Array.from({ length: min }, () => name);
  const last = max > Math.max(min, 1) ? '...' : '';
  return min === 0 ? `[${name}]${last} ` : `${needed.join(' ')}${last} `;
}

function helpText({ name, describe, max }: Positionals): string {
  return max === 0 ? '' : `\n\n${name}: ${describe}`;
}

const TITLE = 'Measures what each Linux workqueue affinity scope costs in worker-pool contention.';

const EXIT_CODES =
  'Exit codes: 0 ok, 1 regression, 2 wrong usage, 3 invalid run (a check failed), 130 interrupted.';

function basicParser({ version, columns }: Program): Argv {
  return yargs()
    .scriptName('wqbench')
    .locale('en')
    .parserConfiguration({
      'boolean-negation': false,
      'camel-case-expansion': false,
      'dot-notation': false,
      'parse-numbers': false,
      'parse-positional-numbers': false,
    })
    .version(version)
    .help()
    .alias('help', 'h')
    .exitProcess(false)
    .wrap(columns);
}

function withEnd(parser: Argv, examples: Command['examples']): Argv {
  return parser
    .example(examples.map(([usage, meaning]) => [`$0 ${usage}`, meaning]))
    .epilogue(EXIT_CODES);
}

function parse(parser: Argv, argv: readonly string[]) {
  let text = '';
  let failure: Error | undefined;
  const values = parser.parseSync([...argv], {}, (error, _values, output) => {
    failure = error ?? undefined;
    text = output;
  });
  if (failure) throw new WqbenchError('bad-option', failure.message, SEE_HELP);
  // yargs tells each flag's type, in brackets, where the words before it say more.
  return { values, text: text && `${text.replaceAll(/\n? *\[(string|boolean)\]/g, '')}\n` };
}

const SEE_HELP = 'see wqbench --help';

/** yargs takes no word that starts with `--` for a value, so each such word is a flag. */
function assertFlags(argv: readonly string[], flags: Flags, command: string): void {
  const seen = new Set<string>();
  for (const [index, word] of argv.entries()) {
    const [, name, assigned] = word.match(/^--([^=]*)(=.*)?$/s) ?? [];
    if (name === undefined) continue;
    const type = flags[name]?.type ?? (ALWAYS.includes(name) ? 'boolean' : undefined);
    if (type === undefined) throw unknownFlag(`--${name}`, flags, command);
    if (seen.has(name)) {
      throw new WqbenchError('bad-option', `--${name} is given twice`, 'give it once');
    }
    seen.add(name);
    const next = argv[index + 1];
    if (type === 'boolean' && assigned !== undefined) {
      const message = `--${name} takes no value, but has '${assigned.slice(1)}'`;
      throw new WqbenchError('bad-option', message, `give --${name} alone, or leave it out`);
    }
    if (type === 'string' && assigned === undefined && (next ?? '--').startsWith('--')) {
      throw new WqbenchError('bad-option', `--${name} has no value`, `see ${helpOf(command)}`);
    }
  }
}

const ALWAYS = ['help', 'version'];

/** yargs takes `-abc` for three flags. */
function assertKnownLetters(
  args: Readonly<Record<string, unknown>>,
  argv: readonly string[],
  { name, flags }: Command,
): void {
  const letter = Object.keys(args).find((key) => key !== 'h' && !(key in flags));
  if (letter === undefined) return;
  const word = argv.find((word) => /^-[^-]/.test(word) && word.includes(letter));
  throw unknownFlag(word ?? `-${letter}`, flags, name);
}

function assertWords(
  words: readonly string[],
  { name, min, max }: Positionals,
  command: string,
): void {
  const nextStep = `see ${helpOf(command)}`;
  if (words.length > max) {
    throw new WqbenchError('bad-option', `unexpected argument '${words[max]}'`, nextStep);
  }
  if (words.length < min) {
    const missing = min === 1 ? name : `${min} of ${name}, but has ${words.length}`;
    throw new WqbenchError('bad-option', `${command} needs ${missing}`, nextStep);
  }
  if (words.some((word) => word.trim() === '')) {
    throw new WqbenchError('bad-option', `${name} is empty`, nextStep);
  }
}

function unknownFlag(flag: string, flags: Flags, command: string): WqbenchError {
  const names = [...Object.keys(flags), ...ALWAYS].map((name) => `--${name}`);
  const near = nearName(flag, names);
  const nextStep = near ? `did you mean ${near}?` : `see ${helpOf(command)}`;
  return new WqbenchError('bad-option', `unknown option '${flag}'`, nextStep);
}

function helpOf(command: string): string {
  return command === '' ? 'wqbench --help' : `wqbench ${command} --help`;
}

function badUsage(message: string, program: Program, near: string | null = null): WqbenchError {
  const names = program.commands.map(({ name }) => name).join(', ');
  const nextStep = near ? `did you mean '${near}'?` : `use one of ${names}, or --help`;
  return new WqbenchError('bad-option', message, nextStep);
}
