import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { runCli } from '../../src/cli/run-cli.js';
import type { Run } from '../../src/results/file/run-file.js';
import { serialiseRun } from '../../src/results/file/run-store.js';
import { median } from '../../src/results/statistics/sample.js';
import { around } from '../results/compare/result-sets.js';
import { buildRun, SHARDS_2, trialsAt, WHOLE } from '../results/run-builder.js';
import { fakeEngine } from './fake-engine.js';
import { directoryOf, fakeIo } from './fake-io.js';

export const CPU = 'cpu';

/** A run of 12 rounds whose items/s are about `rates`, of cpu, two shards and one. */
export function runAt(rates: readonly number[], changes: Partial<Run> = {}, n = 12): Run {
  const labels = [CPU, SHARDS_2.label, WHOLE.label];
  const trials = rates.flatMap((rate, index) =>
    trialsAt(labels[index]!, around(rate, n, 3 * index), changes),
  );
  return buildRun({ trials, ...changes });
}

export const USUAL = [4e6, 2e6, 1e6];
export const before = runAt(USUAL);
export const faster = runAt([4e6, 3e6, 1e6]);
export const slower = runAt([4e6, 1.2e6, 1e6]);

/** Paths `a/run.json`, `b/run.json` and so on hold the runs. */
export function stored(...runs: readonly Run[]): string[] {
  const names = ['a', 'b', 'c'].slice(0, runs.length);
  const files = names.map((name, index) => [`${name}/run.json`, serialiseRun(runs[index]!)]);
  const root = directoryOf(Object.fromEntries(files));
  return names.map((name) => join(root, name));
}

/** Of items/s. */
export function medianOf({ trials }: Run, label: string): number {
  return median(trials.flatMap((one) => (one.label === label ? [one.itemsPerSecond] : [])));
}

export async function compare(...words: string[]) {
  const io = fakeIo({ env: { LANG: 'C.UTF-8' } });
  const exitCode = await runCli(['compare', ...words], io, fakeEngine());
  return { exitCode, ...io.written };
}

/** Cells of every line that has several, without the rules of the table. */
export function cellsOf(text: string): string[][] {
  const lines = text.split('\n').filter((line) => !/^[─\s]+$/.test(line));
  return lines.map((line) => line.split(/ {2,}/)).filter((cells) => cells.length > 2);
}

interface Figures {
  readonly n: number;
  readonly itemsPerSecond: number;
  readonly p50Ns: number | null;
  readonly rateOverBaseline: number | null;
  readonly p50OverBaseline: number | null;
}

export interface ComparisonDocument {
  readonly basis: string;
  readonly sets: readonly { readonly name: string; readonly origin: string }[];
  readonly differences: readonly unknown[];
  readonly rows: readonly {
    readonly names: readonly string[];
    readonly figures: readonly (Figures | null)[];
    readonly comparisons: readonly unknown[];
  }[];
  readonly regressions: readonly (readonly string[])[];
}

export async function documentOf(...words: string[]): Promise<ComparisonDocument> {
  const { exitCode, stdout, stderr } = await compare(...words, '--json', '-');
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  return JSON.parse(stdout) as ComparisonDocument;
}

/** Result directory of an imported log, each of whose runs has rows of `NAME RATE`. */
export async function imported(runs: readonly (readonly string[])[]): Promise<string> {
  const lines = runs.flatMap((rows) => [
    'test_workqueue: running 4 threads, 500 items/thread',
    ...rows.map((row) => `  ${row} items/sec\tp50=1000\tp90=2000\tp95=3000 ns`),
  ]);
  const root = directoryOf({ 'kernel.log': `${lines.join('\n')}\n` });
  const argv = ['import', join(root, 'kernel.log'), '--out', join(root, 'out'), '--quiet'];
  expect(await runCli(argv, fakeIo(), fakeEngine())).toBe(0);
  return join(root, 'out', readdirSync(join(root, 'out'))[0]!);
}
