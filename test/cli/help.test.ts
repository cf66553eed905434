import { describe, expect, it } from 'vitest';
import { runCli } from '../../src/cli/run-cli.js';
import { RUN_FLAGS } from '../../src/cli/run-options.js';
import { fakeEngine } from './fake-engine.js';
import { fakeIo } from './fake-io.js';

async function printed(...argv: string[]): Promise<string> {
  const io = fakeIo();
  expect(await runCli(argv, io, fakeEngine())).toBe(0);
  expect(io.written.stderr).toBe('');
  return io.written.stdout;
}

describe('--help', () => {
  it.each([['--help'], ['-h']])('%s names the commands and the exit codes', async (flag) => {
    const text = await printed(flag);
    for (const name of ['run', 'topology', 'primitives']) expect(text).toContain(`wqbench ${name}`);
    expect(text).toContain('130 interrupted');
  });

  it('of a command names every flag and gives examples', async () => {
    const text = await printed('run', '--help');
    for (const name of Object.keys(RUN_FLAGS)) expect(text).toContain(`  --${name} `);
    expect(text).toContain('wqbench run --shards 1,2,4');
  });
});

it('--version prints the version alone', async () => {
  expect(await printed('--version')).toMatch(/^\d+\.\d+\.\d+\n$/);
});
