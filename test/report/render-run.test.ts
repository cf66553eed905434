import { describe, expect, test } from 'vitest';
import type { ReportFormat } from '../../src/report/formats.js';
import { renderRun } from '../../src/report/run/render-run.js';
import type { Run } from '../../src/results/file/run-file.js';
import {
  buildKworkerRun,
  buildRun,
  configurationRecord,
  SHARDS_2,
  trial,
  trialsAt,
  WHOLE,
} from '../results/run-builder.js';

const STYLE = { colour: false, unicode: true, columns: 120, explain: true };

/** Every doubt at once: unpinned, an invalid trial, one at the clock floor, a warning of the run. */
const DOUBTFUL = buildRun({
  pinning: 'none',
  partial: true,
  warnings: [{ code: 'governor', message: 'powersave' }],
  trials: [
    ...trialsAt('cpu', [4e6, 5e6]),
    trial(SHARDS_2.label, 0, { queueNs: new Uint32Array(2000).fill(50) }),
    ...trialsAt(WHOLE.label, [1e6, 1.1e6, 1.3e6]),
    trial(WHOLE.label, 3, { violations: ['item 7 ran twice'] }),
  ],
});

describe('a run as', () => {
  test.each<[ReportFormat, string]>([
    ['table', 'txt'],
    ['kernel', 'log'],
    ['markdown', 'markdown.txt'],
    ['csv', 'csv'],
  ])('%s', async (format, extension) => {
    await expect(renderRun(buildRun(), format, STYLE)).toMatchFileSnapshot(
      `golden/run.${extension}`,
    );
    await expect(renderRun(DOUBTFUL, format, STYLE)).toMatchFileSnapshot(
      `golden/doubtful.${extension}`,
    );
    await expect(renderRun(buildKworkerRun(), format, STYLE)).toMatchFileSnapshot(
      `golden/kworkers.${extension}`,
    );
  });

  test('a table for a narrow terminal without Unicode', async () => {
    const text = renderRun(DOUBTFUL, 'table', { ...STYLE, unicode: false, columns: 80 });
    expect(text).toMatch(/^[\n\x20-\x7e]+$/);
    await expect(text).toMatchFileSnapshot('golden/doubtful-80.txt');
  });

  test('a table without explanation keeps warnings and notices', () => {
    const text = renderRun(DOUBTFUL, 'table', { ...STYLE, explain: false });
    expect(text).toContain('NOT PINNED');
    expect(text).toContain('governor: powersave');
    expect(text).not.toContain('Closed loop');
  });

  test('a table in colour', () => {
    expect(renderRun(DOUBTFUL, 'table', { ...STYLE, colour: true })).toContain(
      '\u001b[1m\u001b[33mNOT PINNED',
    );
  });
});

const FORMATS: readonly ReportFormat[] = ['table', 'kernel', 'markdown', 'csv'];

describe.each(FORMATS)('as %s', (format) => {
  const show = (run: Run) => renderRun(run, format, STYLE);

  test('a model larger than the machine is announced before any figure', () => {
    const { topology } = buildRun();
    const source = { kind: 'synthetic', name: 'package:1 core:4' } as const;
    const modelled = { ...topology, source, modelled: true, realCpus: 2 };
    const text = show(buildRun({ topology: modelled, oversubscribed: true }));
    const notice =
      'MODELLED TOPOLOGY: package:1 core:4 (4 CPUs), but contention is limited by the 2 CPUs there are.';
    expect(text).toContain(notice);
    expect(text.split('\n')[0]).toContain(notice);
  });

  test.each<[string, Partial<Omit<Run, 'summary'>>]>([
    ['NOT PINNED', { pinning: 'none' }],
    ['PARTIAL: stopped after 6 trials', { partial: true }],
    ['PREDICTED', { source: 'predicted', pinning: 'none' }],
    ['OVERSUBSCRIBED: 4 threads', { oversubscribed: true }],
    ['INVALID: 1 of 1 trials failed', { trials: [trial('cpu', 0, { violations: ['lost'] })] }],
  ])('%s comes first', (notice, changes) => {
    expect(show(buildRun(changes)).split('\n')[0]).toContain(notice);
  });

  test('a good run has no notice', () => {
    expect(show(buildRun())).not.toMatch(/[A-Z]{6}/);
  });

  test('one configuration with one trial of one item', () => {
    const one = { items: 1, queueNs: Uint32Array.of(70), roundTripNs: Uint32Array.of(900) };
    const run = buildRun({
      configurations: [configurationRecord(WHOLE)],
      trials: [trial(WHOLE.label, 0, one)],
    });
    expect(show(run)).toMatch(/\b70\b/);
    expect(show(run)).not.toMatch(/NaN|undefined|Infinity/);
  });

  test('a run without a valid trial has no figures', () => {
    expect(show(buildRun({ trials: [] }))).not.toMatch(/NaN|undefined|Infinity|µs/);
  });
});

describe('kernel rows', () => {
  test('are those of test_workqueue, with one name a row', () => {
    const run = buildRun({
      configurations: [configurationRecord({ ...WHOLE, names: ['cache', 'system'] })],
      trials: trialsAt(WHOLE.label, [1234567]),
    });
    expect(renderRun(run, 'kernel', STYLE)).toBe(
      [
        'test_workqueue: running 4 threads, 500 items/thread',
        'test_workqueue:   cache            1234567 items/sec\tp50=1100\tp90=1900\tp95=2000 ns',
        'test_workqueue:   system           1234567 items/sec\tp50=1100\tp90=1900\tp95=2000 ns',
        '',
      ].join('\n'),
    );
  });

  test('call a lone cache_shard by its scope', () => {
    const run = buildRun({ configurations: [configurationRecord(SHARDS_2)], baseline: null });
    expect(renderRun(run, 'kernel', STYLE)).toContain('  cache_shard      2200000 items/sec');
  });

  test('tell several ways of sharding apart', () => {
    expect(renderRun(buildRun(), 'kernel', STYLE)).toContain(
      '  cache_shard(shards=2) 2200000 items/sec',
    );
  });
});
