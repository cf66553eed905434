import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { runCli } from '../../src/cli/run-cli.js';
import { formatChange, formatNs, formatRate, formatRatio } from '../../src/report/format.js';
import { loadReference } from '../../src/results/reference.js';
import type { Run } from '../../src/results/run-file.js';
import { serialiseRun } from '../../src/results/run-store.js';
import { median } from '../../src/results/statistics/sample.js';
import { around } from '../results/compare/result-sets.js';
import {
  buildRun,
  configurationRecord,
  SHARDS_2,
  trial,
  trialsAt,
  WHOLE,
} from '../results/run-builder.js';
import { fakeEngine } from './fake-engine.js';
import { directoryOf, fakeIo } from './fake-io.js';

const CPU = 'cpu';

/** A run of 12 rounds whose items/s are about `rates`, of cpu, two shards and one. */
function runAt(rates: readonly number[], changes: Partial<Run> = {}, n = 12): Run {
  const labels = [CPU, SHARDS_2.label, WHOLE.label];
  const trials = rates.flatMap((rate, index) =>
    trialsAt(labels[index]!, around(rate, n, 3 * index)),
  );
  return buildRun({ trials, ...changes });
}

const USUAL = [4e6, 2e6, 1e6];
const before = runAt(USUAL);
const faster = runAt([4e6, 3e6, 1e6]);
const slower = runAt([4e6, 1.2e6, 1e6]);

/** Paths `a/run.json`, `b/run.json` and so on hold the runs. */
function stored(...runs: readonly Run[]): string[] {
  const names = ['a', 'b', 'c'].slice(0, runs.length);
  const files = names.map((name, index) => [`${name}/run.json`, serialiseRun(runs[index]!)]);
  const root = directoryOf(Object.fromEntries(files));
  return names.map((name) => join(root, name));
}

/** Of items/s. */
function medianOf({ trials }: Run, label: string): number {
  return median(trials.flatMap((one) => (one.label === label ? [one.itemsPerSecond] : [])));
}

async function compare(...words: string[]) {
  const io = fakeIo({ env: { LANG: 'C.UTF-8' } });
  const exitCode = await runCli(['compare', ...words], io, fakeEngine());
  return { exitCode, ...io.written };
}

/** Cells of every line that has several, without the rules of the table. */
function cellsOf(text: string): string[][] {
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

interface Document {
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

async function documentOf(...words: string[]): Promise<Document> {
  const { exitCode, stdout, stderr } = await compare(...words, '--json', '-');
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  return JSON.parse(stdout) as Document;
}

describe('the table', () => {
  it('sets two runs against each other, items/s and p50', async () => {
    const { exitCode, stdout, stderr } = await compare(...stored(before, faster));
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(stdout).toContain(
      'a: measured · Test CPU · 4 threads · 50,000 items/thread · lock mcs · kworkers inline\n',
    );
    expect(stdout).toContain('items/s: b against a\n');
    expect(stdout).toContain('p50 of queue_work: b against a\n');
    const [head, cpu, sharded] = cellsOf(stdout);
    expect(head).toEqual(['scope', 'a', 'b', 'change', 'CI 95 %', 'U test', 'n', 'verdict']);
    expect(cpu?.slice(0, 1)).toEqual(['cpu, smt']);
    expect(cpu?.slice(3)).toEqual(['+0.0 %', expect.anything(), 'p=1.000', '12', '~']);
    expect(sharded?.slice(3)).toEqual(['+50 %', expect.anything(), 'p<0.001', '12', 'better']);
  });

  it('sets each of two others against the first', async () => {
    const { stdout } = await compare(...stored(before, faster, slower));
    for (const title of ['b against a', 'c against a']) {
      expect(stdout).toContain(`items/s: ${title}\n`);
    }
    expect(stdout).not.toContain('c against b');
    const verdicts = cellsOf(stdout)
      .filter(([scope]) => scope?.startsWith('cache_shard(shards=2)'))
      .map((cells) => cells.at(-1));
    expect(verdicts).toEqual(['better', '~', 'worse', '~']);
  });

  it('calls a result by the name it was given, else by its directory', async () => {
    const [a = '', b = ''] = stored(before, faster);
    expect((await compare(`old=${a}`, `new=${b}/run.json`)).stdout).toContain('new against old');
    expect((await compare(`${a}/run.json`, b)).stdout).toContain('b against a');
    expect((await compare(a, `${a}/`)).stdout).toContain('a (2) against a');
  });

  it('keeps two results apart whatever they are called', async () => {
    const [a = '', b = ''] = stored(before, faster);
    const { sets } = await documentOf(`x=${a}`, `x=${b}`, `x (2)=${a}`);
    expect(new Set(sets.map(({ name }) => name)).size).toBe(3);
  });

  it('says of which result a configuration is missing', async () => {
    const configurations = [CPU, WHOLE.label].map(
      (label) => before.configurations.find((one) => one.label === label)!,
    );
    const trials = before.trials.filter(({ label }) => label !== SHARDS_2.label);
    const { stdout } = await compare(...stored(before, buildRun({ configurations, trials })));
    expect(stdout).toContain('Not in b: cache_shard(shards=2).\n');
    const row = cellsOf(stdout).find(([scope]) => scope === 'cache_shard(shards=2)');
    expect(row?.slice(2)).toEqual(['-', '-', '-', '-', '-', '-']);
  });
});

describe('against other sources', () => {
  it('a published table gives ratios and shape, and no verdict', async () => {
    const [a = ''] = stored(before);
    const { exitCode, stdout } = await compare(a, 'reference:grace-72c');
    expect(exitCode).toBe(0);
    expect(stdout).toContain('Ratios and shape only');
    expect(stdout).toContain('There is no verdict.');
    expect(stdout).not.toContain('items/s: grace-72c against a');
    const [head, ...rows] = cellsOf(stdout);
    expect(head).toEqual(['scope', 'a', 'grace-72c', 'change']);
    const published = loadReference('grace-72c');
    if (!('shards_per_llc' in published)) throw new Error('no microbenchmark');
    const point = published.shards_per_llc.find(({ shards }) => shards === 2)!;
    const ratio = point.cache_shard.items_per_s / point.cache.items_per_s;
    const own = medianOf(before, SHARDS_2.label) / medianOf(before, WHOLE.label);
    const row = rows.find(([scope]) => scope === 'cache_shard(shards=2)');
    expect(row?.[2]).toBe(formatRatio(ratio));
    expect(row?.[1]).toBe(formatRatio(own));
    expect(row?.[3]).toBe(formatChange(ratio / own));
  });

  it.each([
    ['reference:grace-72', "did you mean 'reference:grace-72c'?"],
    ['reference:nothing-like-it', 'wqbench reference lists them'],
    ['reference:../reference/grace-72c', 'wqbench reference lists them'],
    ['reference:', 'wqbench reference lists them'],
    ['reference:xeon-2x28-fsync', 'wqbench reference xeon-2x28-fsync shows it'],
  ])('%s is refused in a line', async (word, nextStep) => {
    const { exitCode, stdout, stderr } = await compare(...stored(before), word);
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
    expect(stderr).toMatch(/^wqbench: [^\n]+; [^\n]+\n$/);
    expect(stderr).toContain(nextStep);
  });

  it('a kernel log has what it says compared, and is called other code', async () => {
    const cache = { ...WHOLE, label: 'cache', names: ['cache', 'numa', 'system'] };
    const [a = ''] = stored(
      buildRun({
        configurations: [configurationRecord(SHARDS_2), configurationRecord(cache)],
        trials: [
          ...trialsAt(SHARDS_2.label, around(2e6, 12)),
          ...trialsAt('cache', around(1e6, 12)),
        ],
        baseline: 'cache',
      }),
    );
    const kernel = await imported(
      around(1.5e6, 12).map((rate, index) => [
        `cpu ${Math.round(4 * rate)}`,
        `cache_shard ${Math.round(rate + index)}`,
        `cache ${Math.round(rate / 3)}`,
      ]),
    );
    const { exitCode, stdout, stderr } = await compare(`kernel=${kernel}`, `user=${a}`);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(stdout).toContain('kernel: imported · 4 threads · 50,000 items/thread\n');
    expect(stdout).toContain('A kernel log and a run in userspace are of different code');
    const rows = cellsOf(stdout).map((cells) => [cells[0], cells.at(-1)]);
    expect(rows.slice(0, 5)).toEqual([
      ['scope', 'verdict'],
      ['cpu', '-'],
      ['cache_shard(shards=2)', 'better'],
      ['cache', 'better'],
      ['numa, system', '-'],
    ]);
  });
});

/** Result directory of an imported log, each of whose runs has rows of `NAME RATE`. */
async function imported(runs: readonly (readonly string[])[]): Promise<string> {
  const lines = runs.flatMap((rows) => [
    'test_workqueue: running 4 threads, 50000 items/thread',
    ...rows.map((row) => `  ${row} items/sec\tp50=1000\tp90=2000\tp95=3000 ns`),
  ]);
  const root = directoryOf({ 'kernel.log': `${lines.join('\n')}\n` });
  const argv = ['import', join(root, 'kernel.log'), '--out', join(root, 'out'), '--quiet'];
  expect(await runCli(argv, fakeIo(), fakeEngine())).toBe(0);
  return join(root, 'out', readdirSync(join(root, 'out'))[0]!);
}

describe('results that differ in what has to be alike', () => {
  const cases: readonly [string, Partial<Run>, string][] = [
    ['threads', { threads: 8 }, 'threads (a: 4; b: 8)'],
    ['items', { itemsPerThread: 100 }, 'items per thread (a: 50000; b: 100)'],
    ['sample', { sampleEvery: 10 }, 'timed items (--sample) (a: 1; b: 10)'],
    ['lock', { lock: { kind: 'tas', requested: 'tas' } }, 'lock (a: mcs; b: tas)'],
    ['pinning', { pinning: 'none' }, 'pinning (a: taskset; b: none)'],
    [
      'CPU model',
      { environment: { ...before.environment, cpuModel: 'Other' } },
      'CPU model (a: Test CPU; b: Other)',
    ],
  ];

  it.each(cases)('%s are refused by name', async (_, changes, difference) => {
    const paths = stored(before, runAt(USUAL, changes));
    expect(await compare(...paths)).toEqual({
      exitCode: 2,
      stdout: '',
      stderr: `wqbench: the results differ in ${difference}; compare results that are alike in it, or use --force\n`,
    });
  });

  it.each(cases)('%s are compared by force, with a note', async (_, changes, difference) => {
    const { exitCode, stdout } = await compare(...stored(before, runAt(USUAL, changes)), '--force');
    expect(exitCode).toBe(0);
    const [, fact, values = ''] = /^(.*) \(a: (.*)\)$/.exec(difference) ?? [];
    const note = `Compared by force although they differ in ${fact}: ${values.replace('; b:', ' against')}.\n`;
    expect(stdout).toContain(note);
    expect(cellsOf(stdout)).toHaveLength(8);
  });

  it('schema: a file of an older version', async () => {
    const old = fileURLToPath(new URL('../results/data/run-v1.json', import.meta.url));
    const { exitCode, stdout, stderr } = await compare(...stored(before), `old=${old}`);
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
    expect(stderr).toContain('differ in schema of the file (a: 2; old: 1)');
  });

  it('several at once, and what only one does not say', async () => {
    const changes = {
      threads: 8,
      itemsPerThread: 10,
      environment: { ...before.environment, cpuModel: null },
    };
    const { stderr } = await compare(...stored(before, before, runAt(USUAL, changes)));
    expect(stderr).toContain('threads (a: 4; b: 4; c: 8), and in items per thread; compare');
  });

  it('write no JSON', async () => {
    const json = join(directoryOf({}), 'x.json');
    const paths = stored(before, runAt(USUAL, { threads: 8 }));
    expect((await compare(...paths, '--json', json)).exitCode).toBe(2);
    expect(readdirSync(join(json, '..'))).toEqual([]);
  });
});

describe('--fail-on-regression', () => {
  const flag = '--fail-on-regression';

  it('exits 1 where items/s fell beyond doubt, and names what fell', async () => {
    const { exitCode, stdout, stderr } = await compare(...stored(before, slower), flag);
    expect(exitCode).toBe(1);
    expect(stderr).toBe('wqbench: regression: items/s of cache_shard(shards=2) fell\n');
    expect(cellsOf(stdout)[2]?.at(-1)).toBe('worse');
  });

  it('does so only when asked to', async () => {
    expect(await compare(...stored(before, slower))).toMatchObject({ exitCode: 0, stderr: '' });
  });

  it.each([
    ['an improvement', faster],
    ['no change', before],
    ['too few trials', runAt([4e6, 1.2e6, 1e6], {}, 9)],
    ['a fall within the threshold', runAt([4e6, 1.99e6, 1e6])],
    ['a fall that other trials contradict', uncertainFall()],
  ])('exits 0 for %s', async (_, after) => {
    const { exitCode, stderr } = await compare(...stored(before, after), flag);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  });

  /** The median is lower by 8 %, but a third of the trials did better than before. */
  function uncertainFall(): Run {
    const rates = around(2e6, 12).map((rate, index) => rate * (index % 3 === 0 ? 1.2 : 0.92));
    const others = before.trials.filter(({ label }) => label !== SHARDS_2.label);
    return buildRun({ trials: [...others, ...trialsAt(SHARDS_2.label, rates)] });
  }

  it('takes a larger --threshold into account', async () => {
    const paths = stored(before, runAt([4e6, 1.6e6, 1e6]));
    expect((await compare(...paths, flag, '--threshold', '5')).exitCode).toBe(1);
    const lax = await compare(...paths, flag, '--threshold', '25%');
    expect(lax.exitCode).toBe(0);
    expect(lax.stdout).toContain('none above 25 %');
  });

  it('looks at what --filter leaves', async () => {
    const paths = stored(before, slower);
    expect((await compare(...paths, flag, '--filter', CPU)).exitCode).toBe(0);
    expect((await compare(...paths, flag, '--filter', 'shards=2')).exitCode).toBe(1);
  });

  it('looks at every result but the first', async () => {
    expect((await compare(...stored(before, faster, slower), flag)).exitCode).toBe(1);
    expect((await compare(...stored(slower, before, faster), flag)).exitCode).toBe(0);
  });

  it.each([['reference:grace-72c'], ['a kernel log']])(
    'is refused against %s, of which nothing can have got worse',
    async (other) => {
      const [a = ''] = stored(before);
      const word = other.startsWith('reference') ? other : `log=${await imported([['cpu 9']])}`;
      const { exitCode, stdout, stderr } = await compare(word, a, flag);
      expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
      expect(stderr).toMatch(/--fail-on-regression needs results of one kind, .*; leave it out/);
    },
  );
});

describe('which rows, in which order', () => {
  it('--filter keeps those with the text in a name', async () => {
    const paths = stored(before, faster);
    const { rows } = await documentOf(...paths, '--filter', 'numa');
    expect(rows.map(({ names }) => names)).toEqual([WHOLE.names]);
    const { exitCode, stdout, stderr } = await compare(...paths, '--filter', 'nothing');
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
    expect(stderr).toContain("--filter 'nothing' leaves no configuration; there are cpu, smt");
  });

  it.each([
    ['scope', [CPU, SHARDS_2.label, WHOLE.label]],
    ['change', [WHOLE.label, SHARDS_2.label, CPU]],
    ['rate', [SHARDS_2.label, CPU, WHOLE.label]],
  ])('--sort %s', async (sort, expected) => {
    const paths = stored(before, runAt([2e6, 2.5e6, 1.9e6]));
    const { rows } = await documentOf(...paths, '--sort', sort);
    expect(rows.map(({ names }) => names[0])).toEqual(expected);
  });

  it('--sort scope puts what only a later result has in its place', async () => {
    const configurations = before.configurations.filter(({ label }) => label === WHOLE.label);
    const trials = before.trials.filter(({ label }) => label === WHOLE.label);
    const lone = buildRun({ configurations, trials });
    const { rows } = await documentOf(...stored(lone, before));
    expect(rows.map(({ names }) => names[0])).toEqual([CPU, WHOLE.label, SHARDS_2.label]);
  });

  it('--baseline names what the others are compared with', async () => {
    const paths = stored(before, faster, slower);
    const { sets } = await documentOf(...paths, '--baseline', 'b');
    expect(sets.map(({ name }) => name)).toEqual(['b', 'a', 'c']);
  });

  it.each([
    [['--baseline', 'd'], "--baseline 'd' is none of the results; did you mean 'a'?"],
    [['--baseline', 'another'], 'is none of the results; use one of a, b'],
    [['--sort', 'chnage'], "--sort cannot be 'chnage'; did you mean 'change'?"],
    [['--threshold', '-1'], "--threshold cannot be '-1'; give percent"],
    [['--threshold', 'NaN'], "--threshold cannot be 'NaN'; give percent"],
    [['--format', 'html'], "--format cannot be 'html'; use one of table, markdown, csv"],
    [['--json', '-', '--format', 'csv'], '--json - leaves no room on stdout'],
    [['--json', '/nowhere/x.json'], "cannot write to '/nowhere/x.json'"],
  ])('%j is refused in a line', async (flags, message) => {
    const { exitCode, stdout, stderr } = await compare(...stored(before, faster), ...flags);
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
    expect(stderr).toMatch(/^wqbench: [^\n]+; [^\n]+\n$/);
    expect(stderr).toContain(message);
  });
});

describe('the formats', () => {
  it('have the same figures as the trials', async () => {
    const paths = stored(before, faster);
    const json = join(directoryOf({}), 'x.json');
    const table = await compare(...paths, '--json', json);
    const { rows } = JSON.parse(readFileSync(json, 'utf8')) as Document;
    expect(rows).toEqual((await documentOf(...paths)).rows);
    const shown = cellsOf(table.stdout).filter(([scope]) => scope !== 'scope');
    for (const [index, { names, figures }] of rows.entries()) {
      const rates = [before, faster].map((run) => medianOf(run, names[0]!));
      expect(figures.map((one) => one?.itemsPerSecond)).toEqual(rates);
      const change = formatChange(rates[1]! / rates[0]!);
      expect(shown[index]?.slice(1, 4)).toEqual([...rates.map(formatRate), change]);
      const p50s = figures.map((one) => formatNs(one?.p50Ns ?? Number.NaN));
      expect(shown[rows.length + index]?.slice(1, 3)).toEqual(p50s);
    }
  });

  it('csv has base units, an empty cell for what is missing, and comments', async () => {
    const paths = stored(before, faster);
    const { rows } = await documentOf(...paths);
    const { stdout } = await compare(...paths, '--format', 'csv');
    const lines = stdout.split('\r\n').filter((line) => line !== '' && !line.startsWith('#'));
    expect(lines[0]).toBe(
      'names,a_items_per_second,b_items_per_second,ratio,items_per_second_ratio_ci95,items_per_second_u_test_p,n,items_per_second_verdict',
    );
    const rates = rows.map(({ figures }) => figures.map((one) => String(one?.itemsPerSecond)));
    expect(lines.slice(1, 4).map((line) => line.split(',').slice(1, 3))).toEqual(rates);
    expect(lines[2]).toMatch(/,12,better$/);
  });

  it('csv keeps a name of several lines in its comment', async () => {
    const [a = '', b = ''] = stored(before, faster);
    const { stdout } = await compare(`x\ny=${a}`, `z=${b}`, '--format', 'csv');
    for (const line of stdout.split(/\r?\n/).filter((line) => line.startsWith('y'))) {
      expect(line).toMatch(/^y_items_per_second|^y_queue_p50_ns/);
    }
  });

  it('markdown has a table for each metric, with escaped names', async () => {
    const [a = '', b = ''] = stored(before, faster);
    const { stdout } = await compare(`a|b=${a}`, `c*=${b}`, '--format', 'markdown');
    expect(stdout).toContain('**items/s: c\\* against a\\|b**');
    const tables = stdout.split('\n').filter((line) => line.startsWith('|'));
    const columns = tables.map((line) => line.match(/(?<!\\)\|/g)?.length);
    expect(columns).toEqual(Array.from({ length: 10 }, () => 9));
  });
});

describe('little to compare', () => {
  const whole = [configurationRecord(WHOLE)];
  const lone = buildRun({ configurations: whole, trials: trialsAt(WHOLE.label, [1e6]) });
  const oneItem = buildRun({
    configurations: whole,
    itemsPerThread: 1,
    trials: [trial(WHOLE.label, 0, { items: 1, queueNs: one(), roundTripNs: one() })],
  });
  const steady = runAt(USUAL, {
    trials: [CPU, SHARDS_2.label, WHOLE.label].flatMap((label) =>
      trialsAt(label, new Array(12).fill(5e6)),
    ),
  });
  const invalid = buildRun({
    trials: before.trials.map((one) => ({ ...one, valid: false, violations: ['lost'] })),
  });

  function one(): Uint32Array {
    return Uint32Array.of(100);
  }

  it.each([
    ['one configuration and trial', lone, lone],
    ['one configuration against several', lone, before],
    ['one item', oneItem, oneItem],
    ['no variance', steady, steady],
    ['no variance on one side', before, steady],
    ['no valid trial', invalid, before],
    ['no valid trial anywhere', invalid, invalid],
    ['no trial', buildRun({ trials: [], partial: true }), before],
  ])('%s is no error', async (_, first, second) => {
    for (const format of ['table', 'markdown', 'csv']) {
      const flags = ['--format', format, '--fail-on-regression'];
      const { exitCode, stdout, stderr } = await compare(...stored(first, second), ...flags);
      expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
      expect(stdout).not.toMatch(/NaN|undefined|Infinity|null/);
    }
    const { rows } = await documentOf(...stored(first, second));
    expect(rows.length).toBeGreaterThan(0);
  });
});
