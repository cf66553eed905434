import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { WARNINGS } from '../src/core/warnings.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const readme = readFileSync(join(root, 'README.md'), 'utf8');
const main = join(root, 'dist/src/main.js');
const run = promisify(execFile);

const KNOB = '/sys/module/workqueue/parameters/default_affinity_scope';

/** Examples run here, so that their results are not left in the checkout. */
const folder = mkdtempSync(join(tmpdir(), 'wqbench-readme-'));

afterAll(() => rmSync(folder, { recursive: true }));

/** Commands of the manual that call the program, without the program's name. */
const commands = [...readme.matchAll(/^```sh\n(.*?)^```/gms)]
  .flatMap((block) => block[1]!.trimEnd().split('\n'))
  .flatMap((line) => (line.startsWith('npx wqbench ') ? [line.slice('npx wqbench '.length)] : []));

/** Examples that are shown with what they print. */
const screens = [...readme.matchAll(/^```console\n\$ npx wqbench (.*?)\n(.*?)^```/gms)].map(
  ([, command, output]) => ({ command: command!, output: output! }),
);

async function wqbench(command: string): Promise<string> {
  const line = `exec "${process.execPath}" "${main}" ${command}`;
  const env = { ...process.env, LC_ALL: 'C.UTF-8' };
  const { stdout } = await run('sh', ['-c', line], { cwd: folder, env });
  return stdout;
}

describe('the README', () => {
  it('has examples of every command', async () => {
    const help = await wqbench('--help');
    const known = [...help.matchAll(/^ {2}wqbench ([a-z]+) +[A-Z]/gm)].map(([, name]) => name);
    const names = new Set(
      [...commands, ...screens.map(({ command }) => command)].map((line) => line.split(' ')[0]),
    );
    expect([...names].sort()).toEqual(known.sort());
  });

  for (const command of commands) {
    // Older kernels, and most containers, have no knob to look at.
    const lacksKnob = command.startsWith('kernel') && !existsSync(KNOB);
    it.skipIf(lacksKnob)(`\`wqbench ${command}\` runs`, async () => {
      const output = await wqbench(command);
      expect(output === '').toBe(command.includes(' > '));
    });
  }

  it.each(screens)('`wqbench $command` prints what is shown', async ({ command, output }) => {
    expect((await wqbench(command)).trimEnd()).toBe(output.trimEnd());
  });

  it('names every flag of `run`, and none that does not exist', async () => {
    const help = await wqbench('run --help');
    const flags = (text: string) => new Set(text.match(/--[a-z][a-z-]*/g));
    const table = /^### wqbench run\n(.*?)^### /ms.exec(readme)![1]!;
    const missing = [...flags(help)].filter(
      (flag) => !flags(table).has(flag) && !['--help', '--version', '--quiet'].includes(flag),
    );
    expect(missing).toEqual([]);
    const unknown = [...flags(table)].filter((flag) => !flags(help).has(flag) && flag !== '--of');
    expect(unknown).toEqual([]);
  });

  it('names no flag of `predict` that does not exist', async () => {
    const help = await wqbench('predict --help');
    const table = /^### wqbench predict\n(.*?)^### /ms.exec(readme)![1]!;
    const named = [...table.matchAll(/^\| `(--[a-z-]+)`/gm)].map(([, flag]) => flag!);
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter((flag) => !help.includes(flag))).toEqual([]);
  });

  it('explains every warning', () => {
    const rows = [...readme.matchAll(/^\| `([a-z-]+)` +\| (.*?) +\|$/gm)].map(([, code, text]) => [
      code,
      text,
    ]);
    expect(rows.filter(([code]) => code! in WARNINGS)).toEqual(Object.entries(WARNINGS));
  });

  it('points only to files that exist', () => {
    const links = [...readme.matchAll(/\]\((?!https?:)([^)#]+)\)/g)].map(([, target]) => target!);
    expect(links.length).toBeGreaterThan(0);
    for (const link of links)
      expect(() => readFileSync(join(root, link)), link).not.toThrow(/ENOENT/);
  });
});
