import { type Histogram, HistogramLogReader, listTags } from 'hdr-histogram-js';
import { describe, expect, it } from 'vitest';
import { renderHlog } from '../../src/report/hdr/hlog.js';
import { SERIES } from '../../src/results/file/trial-schema.js';
import { trialHistograms } from '../../src/results/histograms/trial-histograms.js';
import { buildRun, trial } from '../results/run-builder.js';

function hlogOf(run = buildRun()): string {
  return renderHlog(run, trialHistograms(run, 'run.json'));
}

function intervalsOf(text: string): Histogram[] {
  const reader = new HistogramLogReader(text);
  const intervals: Histogram[] = [];
  for (;;) {
    const interval = reader.nextIntervalHistogram();
    if (interval === null) return intervals;
    intervals.push(interval as Histogram);
  }
}

describe('an interval log', () => {
  it('is read back with the counts and percentiles of every trial', () => {
    const run = buildRun();
    const intervals = intervalsOf(hlogOf(run));
    const expected = run.trials.flatMap((trial) => SERIES.map((series) => trial[series]));
    expect(intervals).toHaveLength(expected.length);
    for (const [index, figures] of expected.entries()) {
      const interval = intervals[index]!;
      expect(interval.totalCount).toBe(figures.samples);
      for (const [percent, ns] of [
        [50, figures.p50],
        [99, figures.p99],
        [100, figures.max],
      ]) {
        // Three digits, and the kernel's rule may take the next sample.
        expect(interval.getValueAtPercentile(percent!) / ns!).toBeCloseTo(1, 2);
      }
    }
  });

  it('has tags without commas or spaces, and the times of the trials', () => {
    const text = hlogOf();
    expect(listTags(text)).toEqual([
      'cpu-queue',
      'cpu-round-trip',
      'cache_shard-shards-2-queue',
      'cache_shard-shards-2-round-trip',
      'cache_shard-shards-1-queue',
      'cache_shard-shards-1-round-trip',
    ]);
    const run = buildRun();
    const [first, , later] = intervalsOf(text);
    expect(first!.startTimeStampMsec).toBe(Date.parse(run.trials[0]!.startedAt));
    expect(later!.startTimeStampMsec).toBe(Date.parse(run.trials[1]!.startedAt));
    expect(text).toMatch(/^Tag=cpu-queue,1\.000,0\.000,2099\.000,HIST/m);
  });

  it('is the same on every machine', () => {
    expect(hlogOf().split('\n').slice(0, 5)).toEqual([
      '#wqbench 0.1.0; all values in ns',
      '#[Histogram log format version 1.3]',
      '#[StartTime: 1796078916.125 (seconds since epoch), 2026-11-30T22:48:36.125Z]',
      '#[BaseTime: 1796078916.125 (seconds since epoch)]',
      '"StartTimestamp","Interval_Length","Interval_Max","Interval_Compressed_Histogram"',
    ]);
  });

  it('leaves out invalid trials and says so', () => {
    const trials = [trial('cpu', 0), trial('cpu', 1, { violations: ['lost an item'] })];
    const text = hlogOf(buildRun({ trials }));
    expect(intervalsOf(text)).toHaveLength(2);
    expect(text).toContain('#INVALID: 1 of 2 trials failed');
  });
});
