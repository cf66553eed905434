import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runCli } from '../../src/cli/run-cli.js';
import { SCHEMA_VERSION } from '../../src/results/file/schema-version.js';
import { buildRun } from '../results/run-builder.js';
import { fakeEngine } from './fake-engine.js';
import { directoryOf, fakeIo } from './fake-io.js';

/** Every command that reads a result, in each way that writes somewhere. */
const READERS: readonly ((result: string, good: string, out: string) => string[])[] = [
  (result, good) => ['compare', good, result],
  (result, good, out) => ['compare', result, good, '--force', '--json', join(out, 'x.json')],
  (result) => ['plot', result, '--terminal'],
  (result, good, out) => ['plot', good, result, '--out', join(out, 'charts')],
  (result) => ['report', result],
  (result, _, out) => ['report', result, '--out', join(out, 'report.html'), '--redact'],
  (result) => ['export', result, '--to', 'csv'],
  (result) => ['export', result, '--to', 'kernel'],
  (result, _, out) => ['export', result, '--to', 'markdown', '--out', join(out, 'x.md')],
  (result, _, out) => ['export', result, '--to', 'hgrm', '--out', join(out, 'hgrm')],
  (result) => ['export', result, '--to', 'hlog'],
];

const good = buildRun();
const [trial, ...others] = good.trials;
const RATE = { mean: 1, stddev: null, median: 1, mad: 0 };
const [row, ...otherRows] = good.summary;

/** The good run after a change by hand. */
function changed(changes: Readonly<Record<string, unknown>>): string {
  return JSON.stringify({ ...good, ...changes });
}

function withTrial(changes: Readonly<Record<string, unknown>>): string {
  return changed({ trials: [{ ...trial, ...changes }, ...others] });
}

function withSummary(changes: Readonly<Record<string, unknown>>): string {
  return changed({ summary: [{ ...row, ...changes }, ...otherRows] });
}

/** JSON has no NaN and no infinity: as a text such a number is written into it. */
function withText(place: RegExp, text: string): string {
  return JSON.stringify(good).replace(place, (found) => found.replace(/[^:]*$/, text));
}

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
const damaged = { queueNs: 'AAAA', roundTripNs: trial!.histograms!.roundTripNs };

const NOT_A_RESULT = `schemaVersion: expected 1 to ${SCHEMA_VERSION}, got undefined; give a run.json`;

const CASES: readonly (readonly [string, string | Buffer, string])[] = [
  ['an empty file', '', 'the file is empty; give a run.json'],
  ['a truncated file', JSON.stringify(good).slice(0, -100), 'no complete JSON document'],
  ['a binary file', Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 0, 0xff]), 'no complete JSON document'],
  ['an array', '[]', NOT_A_RESULT],
  ['a number', '42', NOT_A_RESULT],
  ['an object of nothing', '{}', NOT_A_RESULT],
  ['a truncated gzip file', gzipSync(JSON.stringify(good)).subarray(0, 400), 'unexpected end'],
  ['gzipped junk', gzipSync('junk'), 'no complete JSON document'],
  [
    'a newer schema',
    changed({ schemaVersion: SCHEMA_VERSION + 1 }),
    `schemaVersion: ${SCHEMA_VERSION + 1} is newer than ${SCHEMA_VERSION}, the newest known here; update wqbench`,
  ],
  [
    'a trial of no configuration',
    withTrial({ label: 'x' }),
    "trials[0].label: no configuration 'x'",
  ],
  ['NaN as a text', withTrial({ elapsedNs: 'NaN' }), 'trials[0].elapsedNs: Invalid input'],
  ['NaN as JSON writes it', withTrial({ elapsedNs: Number.NaN }), 'trials[0].elapsedNs: Invalid'],
  ['a bare NaN', withText(/"elapsedNs":[\d.]+/, 'NaN'), 'no complete JSON document'],
  ['a negative rate', withTrial({ itemsPerSecond: -1 }), 'trials[0].itemsPerSecond: Too small'],
  [
    'an absurd number',
    withText(/"elapsedNs":[\d.]+/, '1e400'),
    'trials[0].elapsedNs: Invalid input',
  ],
  ['no items', changed({ itemsPerThread: 0 }), 'itemsPerThread: Too small'],
  [
    'no items of a trial',
    withTrial({ items: 0, itemsPerSecond: 0 }),
    'trials[0].items: a valid trial',
  ],
  [
    'a trial of no time',
    withTrial({ elapsedNs: 1e-290, itemsPerSecond: (trial!.items / 1e-290) * 1e9 }),
    'trials[0].elapsedNs: 1e-290 is less than any trial takes',
  ],
  [
    'an absurd latency',
    withTrial({ queueNs: { ...trial!.queueNs, max: 1e308 } }),
    'trials[0].queueNs.max: 1e+308 is longer than anything timed',
  ],
  ['a trial twice', changed({ trials: [trial, ...good.trials] }), 'trials[1]: '],
  [
    'an interval upside down',
    withSummary({ itemsPerSecond: { ...RATE, ci95: { low: 2, high: 1, level: 0.95 } } }),
    'summary[0].itemsPerSecond.ci95: low is above high',
  ],
  [
    'a drift upside down',
    withSummary({ drift: { slopePerRound: 0, low: 1, high: -1, significant: false } }),
    'summary[0].drift: low is above high',
  ],
  [
    'pods of another number',
    changed({ configurations: good.configurations.map((one) => ({ ...one, nr_pods: 77 })) }),
    'configurations[0].nr_pods: 77, but pods has ',
  ],
  [
    'a histogram of junk',
    withTrial({ histograms: { ...damaged, queueNs: '%' } }),
    'queueNs: Invalid',
  ],
  [
    'a damaged histogram',
    withTrial({ histograms: damaged }),
    'trials[0].histograms.queueNs: no Hdr',
  ],
  [
    'a histogram of other counts',
    withTrial({ queueNs: { ...trial!.queueNs, samples: 5 } }),
    'trials[0].histograms.queueNs: has 2000 values of 5 samples',
  ],
  ['endless nesting', nested(1e6), 'nested deeper than 100 levels'],
  [
    'endless nesting where anything may stand',
    withText(/"options":\{"trials":\d+/, nested(1e5)),
    'nested deeper than 100 levels',
  ],
];

describe.each(CASES)('%s', (_, content, problem) => {
  it.each(READERS.map((reader) => [reader('RESULT', 'GOOD', 'OUT').join(' '), reader] as const))(
    '%s',
    async (_, reader) => {
      const root = directoryOf({ 'good/run.json': JSON.stringify(good), 'bad/run.json': '' });
      const file = join(root, 'bad/run.json');
      writeFileSync(file, content);
      await expectRefused(
        reader(join(root, 'bad'), join(root, 'good'), root),
        `${file}: `,
        problem,
      );
      expect(filesIn(root)).toEqual(['bad', 'bad/run.json', 'good', 'good/run.json']);
    },
  );
});

describe.each([
  ['no such path', 'none', 'none: ENOENT'],
  ['a directory without a run', 'empty', 'empty/run.json: ENOENT'],
  ['a directory in place of the run', 'odd', 'odd/run.json: EISDIR'],
])('%s', (_, name, problem) => {
  it.each(READERS.map((reader) => [reader('RESULT', 'GOOD', 'OUT').join(' '), reader] as const))(
    '%s',
    async (_, reader) => {
      const root = directoryOf({ 'good/run.json': JSON.stringify(good) });
      mkdirSync(join(root, 'empty'));
      mkdirSync(join(root, 'odd/run.json'), { recursive: true });
      const before = filesIn(root);
      const argv = reader(join(root, name), join(root, 'good'), root);
      await expectRefused(argv, join(root, problem), 'give a run.json');
      expect(filesIn(root)).toEqual(before);
    },
  );
});

describe('an imported result that was changed by hand', () => {
  const imported = {
    schemaVersion: SCHEMA_VERSION,
    toolVersion: '0.1.0',
    source: 'imported',
    importedAt: '2026-11-30T22:48:36.125Z',
    log: 'kernel.log',
    workload: 'microbench',
    threads: 4,
    itemsPerThread: 50_000,
    percentileMethod: 'kernel-index',
    configurations: [{ label: 'cpu', scope: 'cpu' }],
    trials: [
      { round: 0, label: 'cpu', itemsPerSecond: 4e6, queueNs: { p50: 100, p90: 200, p95: 300 } },
    ],
    summary: [
      {
        label: 'cpu',
        n: 1,
        itemsPerSecond: { mean: 4e6, stddev: null, median: 4e6, mad: 0, ci95: null },
        queueNs: { p50: 100, p90: 200, p95: 300 },
      },
    ],
    baseline: null,
    warnings: [],
  };
  const [only] = imported.trials;

  it.each([
    [{ trials: [{ ...only, itemsPerSecond: 0 }] }, 'trials[0].itemsPerSecond: Too small'],
    [{ trials: [{ ...only, label: 'x' }] }, "trials[0].label: no configuration 'x'"],
    [{ trials: [only, only] }, "trials[1]: 'cpu' in round 0 again"],
    [
      { trials: [{ ...only, itemsPerSecond: 1e308 }] },
      'trials[0].itemsPerSecond: 1e+308 is out of',
    ],
    [{ trials: [] }, 'trials: Too small'],
    [{ threads: 0 }, 'threads: Too small'],
    [
      { trials: [{ ...only, queueNs: { p50: 100, p90: 50, p95: 300 } }] },
      'trials[0].queueNs: percentiles must not fall from p50 to p95',
    ],
  ])('%#: %j', async (changes, problem) => {
    const directory = directoryOf({ 'run.json': JSON.stringify({ ...imported, ...changes }) });
    const argv = ['export', directory, '--to', 'csv'];
    await expectRefused(argv, join(directory, 'run.json: '), problem);
  });
});

describe('whatever was changed by hand', () => {
  const places = placesIn(good).filter((place) => place.length > 0);
  const values = [-1, 0, 1e308, 5e-324, 2 ** 53, null, '', 'x', true, [], {}, undefined];

  it('there is an answer, or one line that says what is wrong', async () => {
    const root = directoryOf({ 'good/run.json': JSON.stringify(good), 'bad/run.json': '' });
    const [bad, whole, out] = ['bad', 'good', 'out'].map((name) => join(root, name));
    const change = fc.tuple(
      fc.constantFrom(...places),
      fc.constantFrom(...values),
      fc.constantFrom(...READERS),
    );
    await fc.assert(
      fc.asyncProperty(change, async ([place, value, reader]) => {
        writeFileSync(join(bad!, 'run.json'), JSON.stringify(replaced(good, place, value)));
        mkdirSync(out!, { recursive: true });
        const io = fakeIo();
        const exitCode = await runCli(reader(bad!, whole!, out!), io, fakeEngine());
        if (exitCode === 0) expect(io.written.stderr).toBe('');
        else await expectRefused(reader(bad!, whole!, out!));
      }),
      { numRuns: 300 },
    );
  });
});

/** Paths to all values inside a document, its own first. */
function placesIn(value: unknown): string[][] {
  if (value === null || typeof value !== 'object') return [[]];
  const inner = Object.entries(value).flatMap(([key, item]) =>
    placesIn(item).map((place) => [key, ...place]),
  );
  return [[], ...inner];
}

/** A copy with another value at `place`; without it for undefined, or null in an array. */
function replaced(document: unknown, [key, ...place]: readonly string[], value: unknown): unknown {
  if (key === undefined) return value;
  const inner = replaced(Reflect.get(document as object, key), place, value);
  return Array.isArray(document)
    ? document.map((item, index) => (String(index) === key ? inner : item))
    : { ...(document as object), [key]: inner };
}

async function expectRefused(argv: readonly string[], ...parts: readonly string[]): Promise<void> {
  const io = fakeIo();
  const exitCode = await runCli(argv, io, fakeEngine());
  expect({ exitCode, stdout: io.written.stdout }).toEqual({ exitCode: 2, stdout: '' });
  expect(io.written.stderr).toMatch(/^wqbench: [^\n]+; [^\n]+\n$/);
  for (const part of parts) expect(io.written.stderr).toContain(part);
}

function filesIn(root: string): string[] {
  return readdirSync(root, { recursive: true }).map(String).sort();
}
