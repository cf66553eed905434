import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ShardPolicy } from '../../src/scopes/scope.js';
import { shardSizes } from '../../src/scopes/shard-layout.js';

const bySize = (size: number): ShardPolicy => ({ kind: 'shard-size', size });

describe('shards of an LLC', () => {
  it.each<{ cores: number; sizes: number[] }>([
    ...Array.from({ length: 11 }, (_, index) => ({ cores: index + 1, sizes: [index + 1] })),
    { cores: 12, sizes: [6, 6] },
    { cores: 20, sizes: [7, 7, 6] },
    { cores: 36, sizes: [8, 7, 7, 7, 7] },
    { cores: 72, sizes: Array(9).fill(8) },
    { cores: 100, sizes: [...Array(9).fill(8), ...Array(4).fill(7)] },
  ])('of size 8 on $cores cores', ({ cores, sizes }) => {
    expect(shardSizes(bySize(8), cores, 1)).toEqual(sizes);
  });

  it('are as many as asked for, but never more than cores', () => {
    expect(shardSizes({ kind: 'shards', shards: 3 }, 8, 5)).toEqual([3, 3, 2]);
    expect(shardSizes({ kind: 'shards', shards: 9 }, 2, 5)).toEqual([1, 1]);
  });

  it('share a cap over the machine among its LLCs, each with at least one', () => {
    expect(shardSizes({ kind: 'max-shards', maxShards: 16 }, 8, 11)).toEqual([8]);
    expect(shardSizes({ kind: 'max-shards', maxShards: 44 }, 8, 11)).toEqual([2, 2, 2, 2]);
    expect(shardSizes({ kind: 'max-shards', maxShards: 4 }, 8, 11)).toEqual([8]);
    expect(shardSizes({ kind: 'max-shards', maxShards: 999 }, 8, 11)).toEqual(Array(8).fill(1));
  });

  it('cover all cores, differ by one core at most, and come larger ones first', () => {
    const policy = fc.oneof(
      fc.integer({ min: 1, max: 300 }).map(bySize),
      fc.integer({ min: 1, max: 300 }).map((shards): ShardPolicy => ({ kind: 'shards', shards })),
      fc
        .integer({ min: 1, max: 300 })
        .map((maxShards): ShardPolicy => ({ kind: 'max-shards', maxShards })),
    );
    const cores = fc.integer({ min: 1, max: 300 });
    fc.assert(
      fc.property(policy, cores, fc.integer({ min: 1, max: 20 }), (anyPolicy, count, llcs) => {
        const sizes = shardSizes(anyPolicy, count, llcs);
        expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(count);
        expect(sizes.at(-1)).toBeGreaterThan(0);
        expect(sizes[0]! - sizes.at(-1)!).toBeLessThanOrEqual(1);
        expect(sizes).toEqual([...sizes].sort((a, b) => b - a));
      }),
    );
  });
});
