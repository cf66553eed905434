import { afterAll, describe, expect, it } from 'vitest';
import { createJobPool } from '../../src/predictor/job-pool.js';
import { predictPublished, publishedMachines } from '../../src/predictor/published/published.js';
import { fitFalling } from '../../src/predictor/published/workload-row.js';

const jobs = createJobPool();
afterAll(() => jobs.close());

it('every machine with a published table has rows', () => {
  expect(publishedMachines()).toEqual(['epyc-9d64', 'grace-72c', 'rpciod-2x24', 'ryzen-3900x']);
});

describe('dm-crypt', async () => {
  const { workloads } = await predictPublished(['ryzen-3900x'], jobs);
  const row = (label: string) => workloads.find((own) => own.label === label)!;

  it('reproduces the row that it is calibrated on, bandwidth and utilisation', () => {
    const { predicted, bandwidth, predictedCpuPercent, cpuPercent, calibrated } = row('system');
    expect(calibrated).toBe(true);
    expect(predicted).toBeCloseTo(bandwidth!, 6);
    expect(Math.abs(predictedCpuPercent - cpuPercent!)).toBeLessThan(1);
  });

  it.each(['cache', 'cache+strict'])(
    'predicts %s within 5 % of bandwidth and 2 of CPU',
    (label) => {
      const { predicted, bandwidth, predictedCpuPercent, cpuPercent } = row(label);
      expect(Math.abs(predicted / bandwidth! - 1)).toBeLessThan(0.05);
      expect(Math.abs(predictedCpuPercent - cpuPercent!)).toBeLessThan(2);
    },
  );

  it('shows what was proposed without a published figure', () => {
    expect(row('cache+node').bandwidth).toBe(null);
    expect(row('system+any').predicted).toBeGreaterThan(0);
  });
});

describe('rpciod', async () => {
  const { workloads } = await predictPublished(['rpciod-2x24'], jobs);

  it('has finer scopes no faster than the LLC, which is calibrated on', () => {
    const of = (label: string) => workloads.find((own) => own.label === label)!;
    const { predicted } = of('cache');
    expect(predicted).toBeCloseTo(47, 6);
    expect(of('cpu').predicted).toBeLessThanOrEqual(predicted);
    expect(of('smt').predicted).toBeLessThanOrEqual(predicted);
    expect(of('smt').low).toBeLessThan(of('smt').high);
  });
});

it('finds where a figure falls to a target', async () => {
  const found = await fitFalling(async (ns) => 100 - ns, 30, [0, 100], 20);
  expect(found).toBeCloseTo(70, 3);
});
