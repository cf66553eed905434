import { describe, expect, it } from 'vitest';
import { hgrmFiles } from '../../src/report/hdr/hgrm.js';
import { trialHistograms } from '../../src/results/histograms/trial-histograms.js';
import { buildRun, trial } from '../results/run-builder.js';

function filesOf(run = buildRun()) {
  return hgrmFiles(run, trialHistograms(run, 'run.json'));
}

/** What the public plotter keeps of a file: rows of exactly four numbers. */
function plotted(text: string): number[][] {
  return text
    .split('\n')
    .map((line) => line.trim().split(/ +/))
    .filter((cells) => !cells[0]!.startsWith('#') && cells.length === 4)
    .map((cells) => cells.map(Number))
    .filter((cells) => !cells.some(Number.isNaN));
}

describe('percentile files', () => {
  it('are one a configuration and series, named fit for any file system', () => {
    expect(filesOf().map(({ name }) => name)).toEqual([
      'cpu-queue-ns.hgrm',
      'cpu-round-trip-ns.hgrm',
      'cache_shard-shards-2-queue-ns.hgrm',
      'cache_shard-shards-2-round-trip-ns.hgrm',
      'cache_shard-shards-1-queue-ns.hgrm',
      'cache_shard-shards-1-round-trip-ns.hgrm',
    ]);
  });

  it('look as HdrHistogram prints them', () => {
    const lines = filesOf()[0]!.text.split('\n');
    expect(lines.slice(0, 4)).toEqual([
      '       Value     Percentile TotalCount 1/(1-Percentile)',
      '',
      '     100.000 0.000000000000          2           1.00',
      '     299.000 0.100000000000        400           1.11',
    ]);
    expect(lines.slice(-5)).toEqual([
      '    2099.000 1.000000000000       4000',
      '#[Mean    =     1099.513, StdDeviation   =      577.372]',
      '#[Max     =     2099.000, Total count    =         4000]',
      '#[Buckets =           22, SubBuckets     =         2048]',
      '',
    ]);
  });

  it('have the same percentile in the same row, and in the last row no fourth column', () => {
    const short = Uint32Array.from({ length: 300 }, (_, index) => 1 + (index % 3));
    const run = buildRun({
      trials: [
        trial('cpu', 0),
        trial('cache_shard(shards=2)', 0, { queueNs: short, roundTripNs: short }),
      ],
    });
    const tables = filesOf(run).map(({ text }) => plotted(text));
    const longest = tables.reduce((one, other) => (other.length > one.length ? other : one));
    for (const table of tables) {
      expect(table.length).toBeGreaterThan(3);
      expect(table.map((row) => row[3])).toEqual(
        longest.slice(0, table.length).map((row) => row[3]),
      );
      expect(table.map((row) => row[1])).toEqual(
        longest.slice(0, table.length).map((row) => row[1]),
      );
      const values = table.map((row) => row[0]!);
      expect(values).toEqual(values.toSorted((a, b) => a - b));
    }
  });

  it('leave out invalid trials, and configurations without any other', () => {
    const trials = [
      trial('cpu', 0),
      trial('cpu', 1, { violations: ['lost an item'] }),
      trial('cache_shard(shards=2)', 0, { violations: ['lost an item'] }),
    ];
    const files = filesOf(buildRun({ trials }));
    expect(files.map(({ name }) => name)).toEqual(['cpu-queue-ns.hgrm', 'cpu-round-trip-ns.hgrm']);
    expect(files[0]!.text).toContain('Total count    =         2000]');
    expect(files[0]!.text).toContain('\n# INVALID: 2 of 3 trials failed');
  });

  it('keep doubtful trials', () => {
    const warnings = [{ code: 'binding-lost' as const, message: 'moved' }];
    const run = buildRun({ trials: [trial('cpu', 0, { warnings })] });
    expect(filesOf(run)).toHaveLength(2);
  });
});
