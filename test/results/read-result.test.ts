import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { WqbenchError } from '../../src/core/errors.js';
import { readResult, readRun } from '../../src/results/file/read-result.js';
import { SCHEMA_VERSION } from '../../src/results/file/schema-version.js';
import { pairAt } from './machines.js';
import { buildRun } from './run-builder.js';

let root: string;
let file: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'wqbench-read-'));
  file = join(root, 'run.json');
});

afterEach(() => rmSync(root, { recursive: true }));

test('a run is the same after a round trip, by file or directory', () => {
  const run = buildRun({ warnings: [{ code: 'preempted', message: 'powersave' }] });
  writeFileSync(file, JSON.stringify(run));
  expect(readRun(file)).toEqual(run);
  expect(readRun(root)).toEqual(run);
});

test('a run of version 1 is read as one of today, with the spread and verdicts it lacked', () => {
  const { document, schemaVersion } = readResult(
    fileURLToPath(new URL('./data/run-v1.json', import.meta.url)),
  );
  expect(schemaVersion).toBe(1);
  expect(document.schemaVersion).toBe(SCHEMA_VERSION);
  expect(document.trials[0]).toMatchObject({ disturbance: { stealMs: null, othersMs: null } });
  for (const row of document.summary) {
    expect(row.itemsPerSecond?.mad).toBeGreaterThan(0);
    expect(row).toMatchObject(
      row.label === 'cache' || document.baseline === row.label
        ? { comparison: null }
        : { comparison: { itemsPerSecond: { pairing: 'by-round' } } },
    );
  }
});

test('what a file of version 1 has of today is kept', () => {
  const run = buildRun({
    threshold: 0.05,
    silenced: ['preempted'],
    trials: buildRun().trials.map((one) => ({ ...one, coreToCore: [pairAt(0, 1, 100)] })),
  });
  writeFileSync(file, JSON.stringify({ ...run, schemaVersion: 1 }));
  expect(readRun(file)).toEqual(run);
});

describe('a bad file is named, with the place inside it', () => {
  const run = buildRun();
  const [trial, ...others] = run.trials;
  const [configuration] = run.configurations;

  test.each([
    ['an empty file', '', 'the file is empty'],
    ['a truncated file', JSON.stringify(run).slice(0, 900), 'no complete JSON document'],
    ['foreign JSON', '{"hello": 1}', 'schemaVersion: expected 1 to 4, got undefined'],
    ['null', 'null', 'schemaVersion: expected 1 to 4, got undefined'],
    ['an older version', '{"schemaVersion": 0}', 'schemaVersion: expected 1 to 4, got 0'],
    ['a newer version', '{"schemaVersion": 5}', 'schemaVersion: 5 is newer than 4'],
    ['an unknown key', JSON.stringify({ ...run, extra: 1 }), 'Unrecognized key: "extra"'],
    [
      'a negative number',
      JSON.stringify({ ...run, trials: [trial, { ...others[0], elapsedNs: -1 }] }),
      'trials[1].elapsedNs: Too small',
    ],
    [
      'a number that was NaN',
      JSON.stringify({ ...run, trials: [{ ...trial, itemsPerSecond: Number.NaN }] }),
      'trials[0].itemsPerSecond: Invalid input: expected number, received null',
    ],
    [
      'an infinite number',
      JSON.stringify(run).replace(/"elapsedNs":\d+/, '"elapsedNs":1e999'),
      'trials[0].elapsedNs: Invalid input: expected number',
    ],
    [
      'a rate changed by hand',
      JSON.stringify({ ...run, trials: [{ ...trial, itemsPerSecond: 9e9 }, ...others] }),
      'trials[0].itemsPerSecond: 9000000000 does not follow from items and elapsedNs',
    ],
    [
      'percentiles out of order',
      JSON.stringify({
        ...run,
        trials: [{ ...trial, queueNs: { ...trial?.queueNs, p90: 1 } }, ...others],
      }),
      'trials[0].queueNs: percentiles must not fall from p50 to max',
    ],
    [
      'a trial of no configuration',
      JSON.stringify({ ...run, trials: [{ ...trial, label: 'nope' }] }),
      "trials[0].label: no configuration 'nope'",
    ],
    [
      'a configuration twice',
      JSON.stringify({ ...run, configurations: [configuration, configuration] }),
      "configurations[1].label: 'cpu' again",
    ],
    ['a summary that lacks rows', JSON.stringify({ ...run, summary: [] }), 'summary: its labels'],
    [
      'a baseline of no configuration',
      JSON.stringify({ ...run, baseline: 'nope' }),
      "baseline: no configuration 'nope'",
    ],
  ])('%s', (_, text, problem) => {
    writeFileSync(file, text);
    expectBadResult(file, `${file}: ${problem}`);
  });

  test('a directory without a run', () => expectBadResult(root, `${file}: ENOENT`));

  test('no file at all', () => expectBadResult(join(root, 'none'), 'ENOENT'));

  test('a directory in place of the file', () => {
    mkdirSync(file);
    expectBadResult(root, `${file}: EISDIR`);
  });
});

function expectBadResult(path: string, problem: string): void {
  let error: unknown;
  try {
    readRun(path);
  } catch (thrown) {
    error = thrown;
  }
  expect(error).toBeInstanceOf(WqbenchError);
  expect(error).toMatchObject({ code: 'bad-result', message: expect.stringContaining(problem) });
  expect((error as WqbenchError).message).not.toContain('\n');
}
