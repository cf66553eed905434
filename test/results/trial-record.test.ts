import { describe, expect, test } from 'vitest';
import type { Warning } from '../../src/core/warnings.js';
import { trialSchema } from '../../src/results/file/trial-schema.js';
import { decodeHistogram } from '../../src/results/histograms/histograms.js';
import { recordTrial } from '../../src/results/trial-record.js';
import { threadOutcome, trialOutcome, UNDISTURBED } from './run-builder.js';

const CONTEXT = {
  round: 3,
  label: 'cache',
  startedAt: new Date('2026-11-30T22:48:36Z'),
  clockCostNs: 40,
  disturbance: UNDISTURBED,
  oversubscribed: false,
  filesWritten: false,
  coreToCore: [],
  cpuUse: null,
  device: null,
};

describe('recordTrial', () => {
  test('reduces a good trial to what the schema asks for, without a warning', () => {
    const record = recordTrial(trialOutcome(), CONTEXT);
    expect(trialSchema.parse(record)).toEqual(record);
    expect(record).toMatchObject({
      round: 3,
      label: 'cache',
      startedAt: '2026-11-30T22:48:36.000Z',
      valid: true,
      itemsPerSecond: 2e6,
      queueNs: { p50: 1100, p90: 1900, p95: 2000, p99: 2080, max: 2099, samples: 2000 },
      roundTripNs: { p50: 11000, max: 20990 },
      fairness: 2,
      warnings: [],
    });
    expect(decodeHistogram(record.histograms?.roundTripNs ?? '').totalCount).toBe(2000);
  });

  test('leaves the samples in their order', () => {
    const queueNs = Uint32Array.of(300, 100, 200);
    recordTrial(trialOutcome({ queueNs }), CONTEXT);
    expect([...queueNs]).toEqual([300, 100, 200]);
  });

  test('is invalid with a violation', () => {
    const record = recordTrial(trialOutcome({ violations: ['item 7 ran twice'] }), CONTEXT);
    expect(record).toMatchObject({ valid: false, violations: ['item 7 ran twice'] });
  });

  test('has no fairness when a thread did nothing', () => {
    const threads = [threadOutcome(0), threadOutcome(1e6)];
    expect(recordTrial(trialOutcome({ threads }), CONTEXT).fairness).toBeNull();
  });

  test('keeps the warnings of the trial', () => {
    const warnings: Warning[] = [{ code: 'binding-lost', message: 'thread 1' }];
    expect(recordTrial(trialOutcome({ warnings }), CONTEXT).warnings).toEqual(warnings);
  });

  test.each([
    [1000, ['few-samples']],
    [1001, []],
  ])('asks for 10 samples beyond p99: of %d', (length, codes) => {
    const queueNs = new Uint32Array(length).fill(1000);
    const { warnings } = recordTrial(trialOutcome({ queueNs }), CONTEXT);
    expect(warnings.map(({ code }) => code)).toEqual(codes);
  });

  test('names the percentiles within twice the clock cost', () => {
    const queueNs = new Uint32Array(2000).fill(80, 0, 1900).fill(81, 1900);
    const { warnings } = recordTrial(trialOutcome({ queueNs }), CONTEXT);
    expect(warnings).toEqual([
      {
        code: 'at-clock-floor',
        message:
          'queueNs p50=80 p90=80 ns: within twice the clock\'s cost of 40 ns a read; read as "at most"',
      },
    ]);
  });

  test('cannot tell the clock floor when the clock cost is unknown', () => {
    const queueNs = new Uint32Array(2000).fill(1);
    const record = recordTrial(trialOutcome({ queueNs }), { ...CONTEXT, clockCostNs: null });
    expect(record.warnings).toEqual([]);
  });
});
