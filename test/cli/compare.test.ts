import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { formatChange, formatNs, formatRate, formatRatio } from '../../src/report/text/format.js';
import { loadReference } from '../../src/results/reference/reference.js';
import { around } from '../results/compare/result-sets.js';
import {
  buildRun,
  configurationRecord,
  SHARDS_2,
  trialsAt,
  WHOLE,
} from '../results/run-builder.js';
import {
  before,
  type ComparisonDocument,
  CPU,
  cellsOf,
  compare,
  documentOf,
  faster,
  imported,
  medianOf,
  runAt,
  slower,
  stored,
  USUAL,
} from './comparing.js';
import { directoryOf } from './fake-io.js';

describe('the table', () => {
  it('sets two runs against each other, items/s and p50', async () => {
    const { exitCode, stdout, stderr } = await compare(...stored(before, faster));
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(stdout).toContain(
      'a: measured · Test CPU · 4 threads · 500 items/thread · lock mcs · kworkers inline\n',
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
    ['reference:grace-72', "did you mean 'grace-72c'?"],
    ['reference:nothing-like-it', 'use one of epyc-9d64, grace-72c'],
    ['reference:../reference/grace-72c', 'use one of epyc-9d64, grace-72c'],
    ['reference:', 'use one of epyc-9d64, grace-72c'],
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
    expect(stdout).toContain('kernel: imported · 4 threads · 500 items/thread\n');
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
    const { rows } = JSON.parse(readFileSync(json, 'utf8')) as ComparisonDocument;
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
      'names,a_items_per_second,b_items_per_second,items_per_second_ratio,items_per_second_ratio_ci95,items_per_second_u_test_p,items_per_second_n,items_per_second_verdict',
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
  const ONE_ITEM = { threads: 1, itemsPerThread: 1 };
  const oneItem = buildRun({
    configurations: whole,
    ...ONE_ITEM,
    trials: trialsAt(WHOLE.label, [1e6], ONE_ITEM),
  });
  const steady = runAt(USUAL, {
    trials: [CPU, SHARDS_2.label, WHOLE.label].flatMap((label) =>
      trialsAt(label, new Array(12).fill(5e6)),
    ),
  });
  const invalid = buildRun({
    trials: before.trials.map((one) => ({ ...one, valid: false, violations: ['lost'] })),
  });

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
      const words = [...stored(first, second), '--format', format];
      const { exitCode, stdout, stderr } = await compare(...words);
      expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
      expect(stdout).not.toMatch(/NaN|undefined|Infinity|null/);
    }
    const { rows } = await documentOf(...stored(first, second));
    expect(rows.length).toBeGreaterThan(0);
  });
});

describe('what has to be known of a source', () => {
  it('stands above the tables, in each format and the document', async () => {
    const [first, ...others] = before.trials;
    const failed = { ...first!, valid: false, violations: ['an item was lost'] };
    const doubtful = buildRun({ trials: [failed, ...others], partial: true });
    const paths = stored(before, doubtful);
    for (const format of ['table', 'markdown', 'csv']) {
      const text = (await compare(...paths, '--format', format)).stdout.replaceAll('\\', '');
      expect(text).toMatch(/b: INVALID: 1 of 36 trials failed/);
      expect(text).toMatch(/b: PARTIAL: stopped after 36 trials/);
    }
    const { sets } = JSON.parse((await compare(...paths, '--json', '-')).stdout);
    expect(sets[0].remarks).toEqual([]);
    expect(sets[1].remarks[0]).toMatch(/^INVALID/);
  });

  it('is also which rows are doubtful', async () => {
    const warning = { code: 'bimodal', message: 'two regimes' };
    const trials = before.trials.map((trial) =>
      trial.label === 'cpu' ? { ...trial, warnings: [warning] } : trial,
    );
    const { stdout } = await compare(...stored(buildRun({ trials }), before));
    expect(stdout).toMatch(/a: warnings, told in its report: .*bimodal\s\(cpu\)/s);
  });
});

it('counts the trials of both sides where they differ', async () => {
  const fewer = buildRun({ trials: before.trials.filter(({ round }) => round < 11) });
  const { stdout } = await compare(...stored(before, fewer));
  expect(stdout).toMatch(/ 12\+11 /);
});

it('lets no control character of a name through', async () => {
  const [a = '', b = ''] = stored(before, faster);
  const { stdout } = await compare(`\u001b[31mred=${a}`, b);
  expect(stdout).toContain('?[31mred');
  expect(stdout).not.toContain('\u001b');
});
