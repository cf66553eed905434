import { describe, expect, it } from 'vitest';
import type { Command, Positionals } from '../../src/cli/command.js';
import { parseArgv } from '../../src/cli/parse-argv.js';

const RUN: Pick<Positionals, 'name' | 'describe'> = { name: 'RUN', describe: 'a result' };
const ONE: Positionals = { ...RUN, min: 1, max: 1 };
const OPTIONAL: Positionals = { ...RUN, min: 0, max: 1 };
const MANY: Positionals = { ...RUN, min: 2, max: Number.POSITIVE_INFINITY };

function parse(positionals: Positionals, ...argv: string[]) {
  const command: Command = {
    name: 'show',
    summary: 'Show.',
    flags: { json: { type: 'string', requiresArg: true }, quiet: { type: 'boolean' } },
    positionals,
    examples: [],
    run: async () => 0,
  };
  return parseArgv(['show', ...argv], { commands: [command], version: '1.2.3', columns: 80 });
}

describe('words that stand alone', () => {
  it.each([
    [ONE, ['a'], ['a']],
    [ONE, ['-'], ['-']],
    [ONE, ['7'], ['7']],
    [ONE, ['--quiet', 'a'], ['a']],
    [ONE, ['--json', '-', 'a'], ['a']],
    [ONE, ['a', '--json', 'b'], ['a']],
    [OPTIONAL, [], []],
    [MANY, ['a', '--quiet', 'b', 'c'], ['a', 'b', 'c']],
  ])('%j takes %j', (positionals, argv, words) => {
    expect(parse(positionals, ...argv)).toMatchObject({ kind: 'command', words });
  });

  it.each([
    [ONE, [], 'show needs RUN'],
    [ONE, ['a', 'b'], "unexpected argument 'b'"],
    [ONE, [''], 'RUN is empty'],
    [OPTIONAL, ['a', 'b'], "unexpected argument 'b'"],
    [MANY, ['a'], 'show needs 2 of RUN, but has 1'],
  ])('%j refuses %j', (positionals, argv, message) => {
    expect(() => parse(positionals, ...argv)).toThrow(message);
  });

  it.each([
    [ONE, 'wqbench show RUN [options]'],
    [OPTIONAL, 'wqbench show [RUN] [options]'],
    [MANY, 'wqbench show RUN RUN... [options]'],
    [{ ...MANY, min: 1 }, 'wqbench show RUN... [options]'],
    [{ ...MANY, min: 0 }, 'wqbench show [RUN]... [options]'],
  ])('%j stand in the help', (positionals, usage) => {
    const text = expect.stringMatching(/^RUN: a result$/m);
    const parsed = parse(positionals, '--help');
    expect(parsed).toMatchObject({ kind: 'text', text });
    expect(parsed).toMatchObject({ kind: 'text', text: expect.stringContaining(usage) });
  });
});
