import { describe, expect, it } from 'vitest';
import { assertMemory, memoryNeedBytes } from '../../src/runner/memory-need.js';

const MIB = 2 ** 20;

describe('the memory a trial needs', () => {
  it('is 12 MiB a thread, four copies of two 32-bit series, and what waits for collection', () => {
    const size = { threads: 4, itemsPerThread: 50_000, sampleEvery: 1 };
    expect(memoryNeedBytes(size)).toBe(4 * 12 * MIB + 4 * 50_000 * 8 * 4 + 64 * MIB);
    expect(memoryNeedBytes({ ...size, sampleEvery: 7 })).toBe(
      4 * 12 * MIB + 4 * 7143 * 8 * 4 + 64 * MIB,
    );
  });

  it('must be there, and in one buffer, unless it is unknown what there is', () => {
    const small = { threads: 1, itemsPerThread: 1, sampleEvery: 1 };
    const large = { threads: 12, itemsPerThread: 100_000_000, sampleEvery: 1 };
    expect(() => assertMemory(small, 76 * MIB)).toThrow(/need 77 MiB of memory, but 76 MiB/);
    expect(() => assertMemory(small, 77 * MIB)).not.toThrow();
    expect(() => assertMemory(small, null)).not.toThrow();
    expect(() => assertMemory(large, null)).toThrow(/8.94 GiB, more than the 8.00 GiB of one/);
  });
});
