import { execFile } from 'node:child_process';
import { accessSync, constants, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';

const main = fileURLToPath(new URL('../../dist/src/main.js', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'wqbench-startup-'));

afterAll(() => rmSync(folder, { recursive: true }));

/** Packages whose files the program loads, as its coverage lists them. */
async function packagesOf(words: readonly string[]): Promise<string[]> {
  const directory = mkdtempSync(join(folder, 'coverage-'));
  const env = { ...process.env, NODE_V8_COVERAGE: directory };
  await promisify(execFile)(process.execPath, [main, ...words], { env });
  const urls = readdirSync(directory).flatMap((file) => {
    const { result }: { result: { url: string }[] } = JSON.parse(
      readFileSync(join(directory, file), 'utf8'),
    );
    return result.map(({ url }) => url);
  });
  const names = urls.flatMap(
    (url) => url.match(/.*node_modules\/(@[^/]+\/[^/]+|[^/]+)/)?.[1] ?? [],
  );
  return [...new Set(names)];
}

/** What draws, measures or reads results: slow to load, and not needed for an answer about CPUs. */
const HEAVY = [
  '@observablehq/plot',
  'linkedom',
  'zod',
  'hdr-histogram-js',
  'piscina',
  'tinybench',
  'fast-xml-parser',
];

describe('what a command loads', () => {
  it.each([['--help'], ['run --help'], ['topology'], ['topology --json -']])(
    'wqbench %s: nothing heavy',
    async (words) => {
      const packages = await packagesOf(words.split(' '));
      expect(packages).toContain('yargs');
      expect(packages.filter((name) => HEAVY.includes(name))).toEqual([]);
    },
  );

  it('is seen by this test', async () => {
    expect(await packagesOf(['reference'])).toContain('zod');
  });
});

it('is a program that a shell may run', () => {
  expect(() => accessSync(main, constants.X_OK)).not.toThrow();
});
