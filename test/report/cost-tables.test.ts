import { describe, expect, test } from 'vitest';
import { locksChart } from '../../src/report/charts/locks/locks-chart.js';
import { costTables } from '../../src/report/run/cost-tables.js';
import { LOCK_COLUMNS, lockRows, lockSentences } from '../../src/report/run/lock-table.js';
import { contextOf } from '../../src/report/run/render-run.js';
import { costFigures, threadNs } from '../../src/results/cost-figures.js';
import type { Run } from '../../src/results/file/run-file.js';
import { summarise } from '../../src/results/summary.js';
import { buildKworkerRun, buildRun } from '../results/run-builder.js';
import { read } from './charts/drawing.js';

/** The waits of all pools and of the downstream lock changed alike, in ns of a trial. */
function waiting(poolNs: number, downstreamNs: number): Run {
  const run = buildKworkerRun();
  const trials = run.trials.map((one) => ({
    ...one,
    pools: one.pools.map((pool) => ({ ...pool, contended: 10, waitNs: poolNs / one.pools.length })),
    downstream: one.downstream.map((lock) => ({ ...lock, waitNs: downstreamNs })),
  }));
  return { ...run, trials, summary: summarise(run, trials) };
}

describe('where threads wait', () => {
  test('at the lock further down: sharding cannot help', () => {
    const [sentence] = lockSentences(waiting(1e6, 3e6));
    expect(sentence).toMatch(/^Most of the wait is at the downstream lock \(cpu 75 % of 8.00 ms/);
    expect(sentence).toContain('sharding the pools further cannot help here.');
  });

  test('at the pools: more of them can', () => {
    expect(lockSentences(waiting(3e6, 1e6))).toEqual([
      'Most of the wait is at the pool locks: more pools can help here.',
    ]);
  });

  test('hardly anywhere', () => {
    expect(lockSentences(waiting(10, 30))).toEqual(['Threads hardly waited for any lock.']);
    expect(lockSentences(buildRun())).toEqual([]);
  });

  test('is a table in the order of perf lock contention', () => {
    const rows = lockRows(waiting(1e6, 3e6));
    expect(LOCK_COLUMNS.slice(0, 5).map(({ title }) => title)).toEqual([
      'contended',
      'total wait',
      'max wait',
      'avg wait',
      'type',
    ]);
    const cells = rows.slice(0, 2).map((row) => LOCK_COLUMNS.map((column) => column.raw(row)));
    // Two trials: four pools of 10 contended acquisitions each, and one lock of 900.
    expect(cells[0]).toEqual([80, 2e6, 0, 25_000, 'parking', 'pool', 'cpu, smt', 16_000, 200]);
    expect(cells[1]!.slice(0, 4)).toEqual([1800, 6e6, 9000, 6e6 / 1800]);
    expect(lockRows({ ...waiting(1, 1), lockStats: false })).toEqual([]);
  });

  test('is drawn as parts of the time of all threads', () => {
    const run = waiting(1e6, 3e6);
    const drawn = read(locksChart([{ name: 'box', document: run }]));
    // Eight threads of 1 ms at 4e6 items/s: 0.5 ms each in the first trial.
    const ns = threadNs(run.trials, 'cpu');
    const part = Number(((100 * 2e6) / ns).toPrecision(2));
    expect(drawn.marks('pool-wait')[0]!.title).toContain(`${part} %`);
    expect(drawn.marks('downstream-wait')).toHaveLength(3);
    const [pool] = drawn.marks('pool-wait');
    const [downstream] = drawn.marks('downstream-wait');
    expect(downstream!.attribute('width') / pool!.attribute('width')).toBeCloseTo(3, 1);
    expect(locksChart([{ name: 'box', document: buildRun() }])).toBeNull();
  });
});

describe('what a configuration took', () => {
  test('is that of all pools, in the median of the trials', () => {
    const run = buildKworkerRun();
    const figures = costFigures(run.trials.filter(({ label }) => label === 'cpu'));
    expect(figures.kworkers).toEqual({
      created: 4,
      peakBusy: 4,
      wakeUps: 1200,
      foundNoneIdle: 80,
      submittersWoken: 400,
      wakeNs: 2000,
    });
    expect(figures.scheduler).toEqual({
      // Four submitters with 2 each, and four kworkers.
      voluntarySwitches: 4 * 2 + 4 * 400,
      involuntarySwitches: 12,
      migrations: 4,
      runQueueNs: 8e5,
    });
    expect(figures.workNs).toMatchObject({ mean: 2200, max: 9000 });
  });

  test('is unknown as a whole where a thread’s is', () => {
    const [first] = buildKworkerRun().trials;
    const threads = first!.threads.map((thread) => ({ ...thread, migrations: null }));
    expect(costFigures([{ ...first!, threads }]).scheduler).toMatchObject({
      migrations: null,
      involuntarySwitches: 12,
    });
  });

  test('has tables only where there is something to tell', () => {
    expect(costTables(buildRun())).toEqual([]);
    expect(costTables(buildKworkerRun()).map(({ title }) => title)).toEqual([
      'Work function of downstream:2000:system, medians over the trials',
      'Kworkers, medians over the trials',
      'CPUs in use and scheduler, medians over the trials',
    ]);
  });

  test('is bandwidth, too, where items move bytes', () => {
    const run = buildRun({
      workload: 'fsync:4096',
      bytesPerItem: 4096,
      files: { directory: '.', fileSystem: 'ext4' },
    });
    const [table] = costTables(run);
    const columns = Object.fromEntries(table!.columns.map((column) => [column.field, column]));
    expect(columns.items_per_second_median!.title).toBe('IOPS');
    const row = table!.rows.find(({ configuration }) => configuration.label === 'cpu')!;
    expect(columns.mib_per_second!.raw(row)).toBeCloseTo((4.1e6 * 4096) / 2 ** 20);
  });

  test('is named in the line above the table', () => {
    const run = buildRun({ depth: 8, arrivalsPerSecond: 5000, workload: 'spin:100' });
    expect(contextOf(run)).toContain('spin:100 · depth 8 · open loop, 5.00 k items/s a thread');
    expect(contextOf(buildRun())).not.toMatch(/microbench|depth|loop/);
  });
});
