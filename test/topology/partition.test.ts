import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { partition } from '../../src/topology/partition.js';

const claims = fc.array(
  fc.record({
    rank: fc.integer({ min: 1, max: 3 }),
    cpus: fc.uniqueArray(fc.integer({ min: 0, max: 20 }), { minLength: 1, maxLength: 6 }),
  }),
  { minLength: 1, maxLength: 20 },
);

describe('a partition', () => {
  it('leaves claims that agree as they are', () => {
    const { groupOf, consistent } = partition([
      { rank: 3, cpus: [0, 1] },
      { rank: 2, cpus: [2, 3] },
      { rank: 3, cpus: [1, 0] },
    ]);
    expect(groupOf.get(0)).toBe(groupOf.get(1));
    expect(groupOf.get(2)).toBe(groupOf.get(3));
    expect(groupOf.get(0)).not.toBe(groupOf.get(2));
    expect(consistent).toBe(true);
  });

  it('keeps CPUs together that are claimed together at the highest rank of all of them', () => {
    fc.assert(
      fc.property(claims, (any) => {
        const { groupOf } = partition(any);
        const rankOf = (cpu: number) =>
          Math.max(...any.filter(({ cpus }) => cpus.includes(cpu)).map(({ rank }) => rank));
        for (const { rank, cpus } of any) {
          const bound = cpus.filter((cpu) => rankOf(cpu) === rank);
          expect(new Set(bound.map((cpu) => groupOf.get(cpu))).size).toBeLessThanOrEqual(1);
        }
        for (const [cpu, group] of groupOf) expect(rankOf(cpu)).toBe(rankOf(group));
        expect(new Set(groupOf.keys())).toEqual(new Set(any.flatMap(({ cpus }) => cpus)));
      }),
    );
  });
});
