import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { spreadIssuers } from '../../src/runner/spread-issuers.js';
import {
  kworkerMasks,
  kworkersOf,
  kworkerThreads,
  type TrialPlan,
  trialSpec,
} from '../../src/runner/trial-spec.js';
import { type Configuration, KERNEL_RULE } from '../../src/scopes/configuration.js';

function cut(pods: number[][], changes: Partial<Configuration> = {}): Configuration {
  const name = { label: 'x', names: ['x'], scope: 'cpu', scopes: ['cpu'] } as const;
  return { ...name, policies: [], pods, ...KERNEL_RULE, ...changes };
}

/** Eight modelled CPUs in two nodes, on four real ones. */
const PLAN: TrialPlan = {
  cpus: Array.from({ length: 8 }, (_, index) => ({
    cpu: 10 * index,
    core: index,
    llc: index >> 1,
    node: index >> 2,
    package: 0,
    realCpu: index % 4,
  })),
  submitters: [0, 40, 70],
  kworkers: { kind: 'threads', most: null },
  workload: { kind: 'downstream', holdNs: 10, span: 'node' },
  depth: 4,
  arrivalsPerSecond: 2000,
  sampleEvery: 1,
  lock: 'parking',
  timesHolds: false,
  oversubscribed: true,
};
const COURSE = { itemsPerThread: 10, deadlineMs: 1000, directory: null, kworkerThreads: 8 };
const HALVES = cut([
  [0, 10, 20, 30],
  [40, 50, 60, 70],
]);

describe('kworkers of a configuration', () => {
  it('are as many as its pods have CPUs, or as may be, and none inline', () => {
    const uneven = cut([[0], [10, 20, 30]]);
    expect(kworkersOf(uneven, { kind: 'threads', most: null })).toEqual([1, 3]);
    expect(kworkersOf(uneven, { kind: 'threads', most: 5 })).toEqual([5, 5]);
    expect(kworkersOf(uneven, { kind: 'inline' })).toEqual([0, 0]);
    expect(kworkerThreads([uneven, cut([[0]])], { kind: 'threads', most: 3 })).toBe(6);
    expect(kworkerThreads([uneven], { kind: 'inline' })).toBe(0);
  });

  it('may run on all CPUs in use, or strictly on those of their pod', () => {
    expect(kworkerMasks(HALVES, PLAN, 9)).toEqual([...Array(8).fill('0-3'), null]);
    const strict = cut([[0], [40, 50]], { affinityStrict: true });
    expect(kworkerMasks(strict, PLAN, 4)).toEqual(['0', '0-1', '0-1', null]);
    const unbound = { ...PLAN, cpus: PLAN.cpus.map((cpu) => ({ ...cpu, realCpu: null })) };
    expect(kworkerMasks(HALVES, unbound, 2)).toEqual([null, null]);
    expect(kworkerMasks(HALVES, { ...PLAN, kworkers: { kind: 'inline' } }, 0)).toEqual([]);
  });
});

describe('a trial', () => {
  it('has submitters in the pools of their CPUs, and kworkers behind them', () => {
    const trial = trialSpec(HALVES, PLAN, COURSE);
    expect(trial.poolOf).toEqual([0, 1, 1]);
    expect(trial).toMatchObject({
      kworkers: { kind: 'threads', poolOf: [0, 0, 0, 0, 1, 1, 1, 1], submitterCpus: [0, 0, 3] },
      arrivalEveryNs: 500_000,
      directory: null,
    });
  });

  it('has a downstream lock for each node that submits, or one', () => {
    expect(trialSpec(HALVES, PLAN, COURSE).downstreamOf).toEqual([0, 1, 1]);
    const workload = { kind: 'downstream', holdNs: 10, span: 'system' } as const;
    expect(trialSpec(HALVES, { ...PLAN, workload }, COURSE).downstreamOf).toEqual([0, 0, 0]);
    const spin = { ...PLAN, workload: { kind: 'spin', ns: 5 } as const };
    expect(trialSpec(HALVES, spin, COURSE).downstreamOf).toEqual([]);
  });
});

describe('submitters', () => {
  it('are spread evenly, whatever their number', () => {
    expect(spreadIssuers(2, [0, 1, 2, 3])).toEqual([0, 2]);
    expect(spreadIssuers(6, [0, 1, 2, 3])).toEqual([0, 0, 1, 2, 2, 3]);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 1, max: 200 }), (n, cpus) => {
        const all = Array.from({ length: cpus }, (_, cpu) => cpu);
        const placed = spreadIssuers(n, all);
        expect(placed).toHaveLength(n);
        const counts = all.map((cpu) => placed.filter((one) => one === cpu).length);
        expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1);
      }),
    );
  });
});
