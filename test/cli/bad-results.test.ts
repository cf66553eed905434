import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runCli } from '../../src/cli/run-cli.js';
import { SCHEMA_VERSION } from '../../src/results/file/schema-version.js';
import { pairAt } from '../results/machines.js';
import { buildKworkerRun, buildRun } from '../results/run-builder.js';
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

const good = buildRun({
  trials: buildRun().trials.map((one) => ({ ...one, coreToCore: [pairAt(0, 1, 100)] })),
});
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
  ['a kernel log', '[ 1.0] test_workqueue: running 2 threads, 5 items/thread\n', 'wqbench import'],
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
    'trials[0].items: 0, but 4 threads queued 500 each',
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
    'trials[0].queueNs.samples: 5, but 4 threads timed one in 1 of 500 items',
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

describe('a figure that contradicts another', () => {
  const [, second] = good.trials;
  const withoutHistograms = {
    ...good,
    trials: good.trials.map((one) => ({ ...one, histograms: null })),
  };

  it.each<[place: string, value: unknown, problem: string]>([
    ['valid', false, 'valid: false, but every trial is'],
    ['trials[0].valid', false, 'trials[0].valid: false, but violations has 0'],
    ['trials[0].violations', ['lost'], 'trials[0].valid: true, but violations has 1'],
    ['trials[1].items', 4000, 'trials[1].items: 4000, but 4 threads queued 500 each'],
    ['itemsPerThread', 1000, 'trials[0].items: 2000, but 4 threads queued 1000 each'],
    ['threads', 8, 'trials[0].threads: 4, but the run has 8'],
    ['sampleEvery', 2, 'queueNs.samples: 2000, but 4 threads timed one in 2 of 500 items'],
    ['trials[0].threads[1].cpu', 0, 'trials[0].threads: two of them have one CPU'],
    ['trials[0].threads[1].pool', 4, 'trials[0].threads[1].pool: 4, but CPU 1 is not in its pod'],
    ['trials[0].threads[1].pool', 2, 'trials[0].threads[1].pool: 2, but CPU 1 is not in its pod'],
    ['trials[0].pools[1].pool', 7, 'trials[0].pools[1].pool: 7 in place of 1'],
    ['trials[0].pools', [], 'trials[0].pools: 0, but the configuration has 4 pods'],
    ['trials[0].pools[1].contended', 2001, 'pools[1].contended: 2001 of 2000 acquisitions'],
    ['trials[0].fairness', 1.5, 'fairness: 1.5 does not follow from the rates of threads'],
    ['trials[0].fairness', null, 'fairness: null does not follow from the rates of threads'],
    ['trials[0].queueNs.p50', 1099, 'queueNs.p50: 1099 is not what its histogram has'],
    ['trials[0].queueNs.p99', 2079, 'queueNs.p99: 2079 is not what its histogram has'],
    ['trials[0].queueNs.max', 9999, 'queueNs.max: 9999 is not what its histogram has'],
    ['trials[1].roundTripNs.p90', 19100, 'roundTripNs.p90: 19100 is not what its histogram has'],
    ['trials[1].roundTripNs.p95', 19900, 'roundTripNs.p95: 19900 is not what its histogram has'],
    ['trials[0].round', 7, "trials[0]: 'cpu' in round 7 is not what order has there"],
    ['trials[0].label', second!.label, `trials[1]: '${second!.label}' in round 0 again`],
    ['trials', good.trials.slice(0, -1), 'trials: 5, but order has 6'],
    ['trials', good.trials.slice(1), `trials[0]: '${second!.label}' in round 0 is not what`],
    ['trials', good.trials.toReversed(), 'in round 1 is not what order has there'],
    ['order', good.order.slice(1), 'trials[3]: '],
    ['order[1]', good.order[1]!.toReversed(), 'trials[3]: '],
    ['trials[0].coreToCore[0].cpus', [1, 0], 'trials[0].coreToCore[0].cpus: 1 must come before 0'],
    ['trials[0].coreToCore[0].cpus', [0, 0], 'trials[0].coreToCore[0].cpus: 0 must come before 0'],
    [
      'trials[0].coreToCore[0].p90Ns',
      1,
      'coreToCore[0].medianNs: 100 is not within p10Ns to p90Ns',
    ],
    ['trials[0].coreToCore[0].p10Ns', 999, 'medianNs: 100 is not within p10Ns to p90Ns'],
    ['trials[4].coreToCore', [], 'coreToCore: differs from that of another trial in round 1'],
    ['configurations[1].cpus_per_pod.min', 3, 'configurations[1].cpus_per_pod: 3 to 2, but pods'],
    ['configurations[1].cpus_per_pod.max', 4, '2 to 4, but pods say 2 to 2'],
    ['configurations[1].names', ['x'], "configurations[1].label: 'cache_shard(shards=2)', but"],
    ['configurations[2].names[1]', 'smt', "configurations[2].names: 'smt' again"],
    ['configurations[1].pods[0]', 'x', "configurations[1].pods[0]: 'x' is no CPU list"],
    ['configurations[1].pods[0]', '0,2', 'configurations[1].pods[1]: CPU 2 is in another pod'],
    ['configurations[1].pods[1]', '2,9', 'configurations[1].pods[1]: CPU 9 is in another pod'],
    ['configurations[1].pods[1]', '2', 'configurations[1].pods: CPU 3 is in none'],
  ])('%s: %j', async (place, value, problem) => {
    const content = replaced(good, place.split(/[.[\]]+/).filter(Boolean), value);
    await expectUnread(content, problem);
  });

  const threads = buildKworkerRun();

  it('is none in a run with kworker threads as it was', async () => {
    const directory = directoryOf({ 'run.json': JSON.stringify(threads) });
    expect(await runCli(['export', directory, '--to', 'csv'], fakeIo(), fakeEngine())).toBe(0);
  });

  it.each<[place: string, value: unknown, problem: string]>([
    ['bytesPerItem', 4096, 'bytesPerItem: 4096, but the workload is downstream:2000:system'],
    ['workload', 'crypto:4096', 'bytesPerItem: null, but the workload is crypto:4096'],
    ['workload', 'spin:2000', 'trials[0].downstream: 1 locks, but the workload is spin:2000'],
    ['workload', 'knit:1', 'workload: Invalid string'],
    ['kworkers', 'inline', 'configurations[0].wake: lifo, and 4 kworkers, but those of the run'],
    ['configurations[0].wake', null, 'configurations[0].wake: null, and 4 kworkers'],
    ['configurations[0].kworkers', 0, 'configurations[0].wake: lifo, and 0 kworkers'],
    ['lockStats', false, 'trials[0].pools[0].heldNs: 400000, but lockStats is false'],
    ['trials[0].kworkers', null, 'trials[0].kworkers: null, but those of the run are threads'],
    ['trials[0].kworkers[0].executed', 1, 'trials[0].kworkers: they ran 1501 of 2000 items'],
    ['trials[0].kworkers[0].pool', 9, 'trials[0].kworkers: one of them has no pool'],
    ['trials[0].kworkers[0].pool', 1, 'pools[0].kworkers.created: 1, but 0 are listed'],
    ['trials[0].pools[0].kworkers', null, 'pools[0].kworkers: null, but those of the run'],
    ['trials[0].pools[0].kworkers.created', 2, 'kworkers.created: 2, but 1 are listed'],
    ['trials[0].pools[0].kworkers.peakBusy', 2, 'kworkers.peakBusy: 2 of 1 created'],
    ['maxKworkers', 1, 'pools[0].kworkers.created: 2 of at most 1'],
    ['trials[0].workNs', null, 'trials[0].workNs: null, but the workload is downstream'],
    ['trials[0].workNs.p90', 2000, 'trials[0].workNs: percentiles must not fall'],
    ['trials[0].workNs.samples', 1999, 'trials[0].workNs.samples: 1999, but queueNs has 2000'],
    ['trials[0].downstream', [], 'trials[0].downstream: 0 locks, but the workload is downstream'],
    ['trials[0].downstream[0].lock', 1, 'trials[0].downstream[0].lock: 1 in place of 0'],
    ['trials[0].downstream[0].contended', 2001, 'contended: 2001 of 2000 acquisitions'],
    ['trials[0].downstream[0].heldNs', null, 'downstream[0].heldNs: null, but lockStats is true'],
  ])('with kworker threads, %s: %j', async (place, value, problem) => {
    await expectUnread(replaced(threads, place.split(/[.[\]]+/).filter(Boolean), value), problem);
  });

  it('is missed where trials lack a round that was left out of order, too', async () => {
    const trials = good.trials.slice(0, -1);
    const order = [good.order[0], good.order[1]!.slice(0, -1)];
    await expectUnread({ ...good, trials, order }, 'order[1]: 2 of 3 configurations');
    const directory = directoryOf({
      'run.json': JSON.stringify({ ...good, trials, order, partial: true }),
    });
    const argv = ['export', directory, '--to', 'csv'];
    expect(await runCli(argv, fakeIo(), fakeEngine())).toBe(0);
  });

  it('is read where no histogram was kept to tell', async () => {
    const directory = directoryOf({ 'run.json': JSON.stringify(withoutHistograms) });
    const argv = ['export', directory, '--to', 'csv'];
    expect(await runCli(argv, fakeIo(), fakeEngine())).toBe(0);
  });

  it('is refused wherever a changed number has a witness', async () => {
    const places = placesIn(good).filter((place) => WITNESSED.test(place.join('.')));
    const change = fc.tuple(
      fc.constantFrom(...places),
      fc.oneof(
        fc.double({ min: 0, max: 3, noNaN: true }),
        fc.constantFrom(0, 0.1, 0.5, 0.9, 1.1, 2, 10, 1000),
      ),
    );
    await fc.assert(
      fc.asyncProperty(change, fc.boolean(), async ([place, factor], whole) => {
        const value = valueAt(good, place);
        const other = whole ? Math.round((value || 1) * factor) : (value || 1) * factor;
        fc.pre(Math.abs(other - value) > 0.01 * value);
        await expectUnread(replaced(good, place, other));
      }),
      { numRuns: 500 },
    );
  });

  /** Figures that follow from others; of the threads' rates, the one of the slowest. */
  const WITNESSED = new RegExp(
    [
      'threads|itemsPerThread|sampleEvery',
      String.raw`topology\.cpus\.\d+\.cpu`,
      String.raw`configurations\.\d+\.(nr_pods|cpus_per_pod\.(min|max))`,
      String.raw`trials\.\d+\.(round|items|elapsedNs|itemsPerSecond|fairness)`,
      String.raw`trials\.\d+\.(queueNs|roundTripNs)\.\w+`,
      String.raw`trials\.\d+\.threads\.\d+\.(cpu|pool)`,
      String.raw`trials\.\d+\.threads\.0\.itemsPerSecond`,
      String.raw`trials\.\d+\.pools\.\d+\.pool`,
      String.raw`trials\.\d+\.coreToCore\.\d+\.(cpus\.\d|medianNs|p10Ns|p90Ns|samples)`,
    ]
      .map((place) => `^(${place})$`)
      .join('|'),
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

async function expectUnread(content: unknown, ...parts: readonly string[]): Promise<void> {
  const directory = directoryOf({ 'run.json': JSON.stringify(content) });
  await expectRefused(
    ['export', directory, '--to', 'csv'],
    join(directory, 'run.json: '),
    ...parts,
  );
}

function valueAt(document: unknown, place: readonly string[]): number {
  const value = place.reduce((inner, key) => Reflect.get(inner as object, key), document);
  if (typeof value === 'number') return value;
  throw new TypeError(`${place.join('.')} is no number`);
}

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
