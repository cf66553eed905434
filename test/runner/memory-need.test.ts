import { describe, expect, it } from 'vitest';
import { assertMemory, memoryNeedBytes, type TrialSize } from '../../src/runner/memory-need.js';

const MIB = 2 ** 20;

/** Of the plain microbenchmark. */
function sizeOf(threads: number, itemsPerThread: number): TrialSize {
  const workload = { kind: 'microbench' } as const;
  return { threads, submitters: threads, workload, depth: 1, itemsPerThread, sampleEvery: 1 };
}

describe('the memory a trial needs', () => {
  it('is 12 MiB a thread, four copies of two 32-bit series, and what waits for collection', () => {
    const size = sizeOf(4, 50_000);
    expect(memoryNeedBytes(size)).toBe(4 * 12 * MIB + 4 * 50_000 * 8 * 4 + 4 * 256 + 64 * MIB);
    expect(memoryNeedBytes({ ...size, sampleEvery: 7 })).toBe(
      4 * 12 * MIB + 4 * 7143 * 8 * 4 + 4 * 256 + 64 * MIB,
    );
  });

  it('counts kworkers as threads, a third series of work that is timed, and payload', () => {
    const workload = { kind: 'crypto', bytes: 32 * 1024 } as const;
    const size = { ...sizeOf(6, 1000), submitters: 2, depth: 64, workload };
    expect(memoryNeedBytes(size)).toBe(
      6 * 12 * MIB + 2 * 1000 * 12 * 4 + 2 * 64 * (32 * 1024 + 128 + 256) + 64 * MIB,
    );
  });

  it('must be there, and in one buffer, unless it is unknown what there is', () => {
    const small = sizeOf(1, 1);
    const large = sizeOf(12, 100_000_000);
    expect(() => assertMemory(small, 76 * MIB)).toThrow(/need 77 MiB of memory, but 76 MiB/);
    expect(() => assertMemory(small, 77 * MIB)).not.toThrow();
    expect(() => assertMemory(small, null)).not.toThrow();
    expect(() => assertMemory(large, null)).toThrow(/8.94 GiB, more than the 8.00 GiB of one/);
  });
});
