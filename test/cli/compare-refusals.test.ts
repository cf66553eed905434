import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { Run } from '../../src/results/file/run-file.js';
import { around } from '../results/compare/result-sets.js';
import { buildRun, SHARDS_2, trialsAt } from '../results/run-builder.js';
import {
  before,
  CPU,
  cellsOf,
  compare,
  faster,
  imported,
  runAt,
  slower,
  stored,
  USUAL,
} from './comparing.js';
import { directoryOf } from './fake-io.js';

describe('results that differ in what has to be alike', () => {
  const cases: readonly [string, Partial<Run>, string][] = [
    ['threads', { threads: 2 }, 'threads (a: 4; b: 2)'],
    ['items', { itemsPerThread: 100 }, 'items per thread (a: 500; b: 100)'],
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
    expect(stderr).toContain('differ in schema of the file (a: 4; old: 1)');
  });

  it('several at once, and what only one does not say', async () => {
    const changes = {
      threads: 2,
      itemsPerThread: 10,
      environment: { ...before.environment, cpuModel: null },
    };
    const { stderr } = await compare(...stored(before, before, runAt(USUAL, changes)));
    expect(stderr).toContain('threads (a: 4; b: 4; c: 2), and in items per thread; compare');
  });

  it('write no JSON', async () => {
    const json = join(directoryOf({}), 'x.json');
    const paths = stored(before, runAt(USUAL, { threads: 2 }));
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
    ['a fall within the threshold', runAt([4e6, 1.99e6, 1e6])],
    ['a fall that other trials contradict', uncertainFall()],
  ])('exits 0 for %s', async (_, after) => {
    const { exitCode, stderr } = await compare(...stored(before, after), flag);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  });

  it.each([
    ['too few trials', runAt([4e6, 1.2e6, 1e6], {}, 9), 'n=9 is too small'],
    ['trials that are missing', without(SHARDS_2.label), 'no valid trial in b'],
  ])('says what it cannot judge: %s', async (_, after, reason) => {
    const { exitCode, stderr } = await compare(...stored(before, after), flag);
    expect(exitCode).toBe(0);
    expect(stderr).toContain(`wqbench: not judged: cache_shard(shards=2): ${reason}\n`);
  });

  it('refuses a run that failed its own check', async () => {
    const [first, ...others] = before.trials;
    const failed = { ...first!, valid: false, violations: ['an item was lost'] };
    const invalid = buildRun({ trials: [failed, ...others] });
    const { exitCode, stderr } = await compare(...stored(before, invalid), flag);
    expect({ exitCode, stderr }).toEqual({
      exitCode: 2,
      stderr: 'wqbench: b is an invalid run: trials in it failed their check; measure it again\n',
    });
  });

  function without(label: string): Run {
    return buildRun({
      trials: before.trials.filter(({ round, label: own }) => round === 0 && own !== label),
      partial: true,
    });
  }

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
