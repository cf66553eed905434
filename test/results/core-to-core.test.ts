import { describe, expect, it } from 'vitest';
import { pairLatency } from '../../src/results/core-to-core/core-to-core.js';
import { pairLatencySchema } from '../../src/results/file/pair-latency-schema.js';

describe('pairLatency', () => {
  it('reduces samples, the lower CPU first, and leaves them in their order', () => {
    const samples = Float64Array.from({ length: 100 }, (_, index) => 199 - index);
    const pair = pairLatency(9, 4, samples);
    expect(pair).toEqual({ cpus: [4, 9], medianNs: 150, p10Ns: 110, p90Ns: 190, samples: 100 });
    expect(samples[0]).toBe(199);
    expect(pairLatencySchema.parse(pair)).toEqual(pair);
  });

  it('can do with one sample, and not with none', () => {
    expect(pairLatency(0, 1, Float64Array.of(70.5))).toMatchObject({ medianNs: 70.5, p10Ns: 70.5 });
    expect(() => pairLatency(0, 1, new Float64Array())).toThrow(RangeError);
  });
});
