import { availableParallelism } from 'node:os';
import { afterEach, describe, expect, it } from 'vitest';
import { ownCpus } from '../../dist/src/runner/own-cpus.js';
import { createThreadExecutor } from '../../dist/src/runner/thread-executor.js';
import type { TrialExecutor } from '../../dist/src/runner/trial-executor.js';
import type { Configuration } from '../../dist/src/scopes/configuration.js';

let executor: TrialExecutor | undefined;

afterEach(() => executor?.close());

function cut(label: string, pods: number[][]): Configuration {
  const name = { label, names: [label], scope: 'cpu', scopes: ['cpu'] } as const;
  return { ...name, policies: [], pods, affinityStrict: false, wake: 'lifo' };
}

/** Modelled CPUs are numbered sparsely, so that none is taken for a slot. */
function measure(cpus: number[], realCpus: number[] | null, probes: [number, number][] = []) {
  executor = createThreadExecutor({
    cpus: cpus.map((cpu, index) => ({
      ...{ cpu, core: cpu, llc: 0, node: 0, package: 0 },
      realCpu: realCpus?.[index] ?? null,
    })),
    submitters: cpus,
    kworkers: { kind: 'inline' },
    workload: { kind: 'microbench' },
    depth: 1,
    arrivalsPerSecond: null,
    timesHolds: false,
    directory: null,
    load: { kind: 'items', perThread: 2000 },
    sampleEvery: 1,
    lock: 'parking',
    oversubscribed: cpus.length > availableParallelism(),
    deadlineMs: 20_000,
    probes,
  });
  return executor;
}

describe('thread executor', () => {
  it('measures each configuration with one thread a CPU in the pools of its pods', async () => {
    const [own, shared] = [cut('own', [[4], [9]]), cut('shared', [[4, 9]])];
    const running = measure([4, 9], null);
    const preparation = await running.prepare([own, shared]);
    expect(preparation).toMatchObject({
      pinning: 'none',
      itemsPerThread: 2000,
      warnings: expect.any(Array),
    });
    const inOwn = await running.runTrial(own);
    const inShared = await running.runTrial(shared);
    for (const outcome of [inOwn, inShared]) {
      expect(outcome.violations).toEqual([]);
      expect(outcome.items).toBe(4000);
      expect(outcome.queueNs).toHaveLength(4000);
      expect(outcome.roundTripNs).toHaveLength(4000);
      expect(outcome.threads.map(({ cpu }) => cpu)).toEqual([4, 9]);
      expect(outcome.threads.map(({ boundCpu }) => boundCpu)).toEqual([null, null]);
      expect(outcome.elapsedNs).toBeGreaterThan(0);
    }
    expect(inOwn.threads.map(({ pool }) => pool)).toEqual([0, 1]);
    expect(inOwn.pools.map(({ acquisitions }) => acquisitions)).toEqual([4000, 4000]);
    expect(inShared.threads.map(({ pool }) => pool)).toEqual([0, 0]);
    expect(inShared.pools).toHaveLength(1);
    expect(inShared.pools[0]!.acquisitions).toBeGreaterThanOrEqual(8000);
  });

  it('binds each thread to its CPU, and finds it there at the end', async () => {
    const running = measure([0, 1, 2], [0, 0, 0]);
    const all = cut('all', [[0, 1, 2]]);
    const { pinning, warnings } = await running.prepare([all]);
    const outcome = await running.runTrial(all);
    if (pinning === 'taskset') {
      expect(outcome.threads.map(({ boundCpu, cpuAtEnd }) => [boundCpu, cpuAtEnd])).toEqual([
        [0, 0],
        [0, 0],
        [0, 0],
      ]);
      expect(outcome.warnings).toEqual([]);
    } else {
      // No taskset, or CPU 0 not allowed: the run goes on and says so.
      expect(warnings.map(({ code }) => code)).toContain('pinning-impossible');
    }
  });

  it('goes on unpinned, with a warning, where a thread cannot be bound', async () => {
    const running = measure([0, 1], [0, 99_999]);
    const all = cut('all', [[0, 1]]);
    const { pinning, warnings } = await running.prepare([all]);
    expect(pinning).toBe('none');
    expect(warnings[0]).toMatchObject({ code: 'pinning-impossible' });
    expect(warnings[0]!.message).toContain('CPU ');
    const outcome = await running.runTrial(all);
    expect(outcome.violations).toEqual([]);
    expect(outcome.threads.map(({ boundCpu }) => boundCpu)).toEqual([null, null]);
  });

  it.skipIf(availableParallelism() < 2)('probes pairs of CPUs between trials', async () => {
    const [a, b] = ownCpus('/') as [number, number];
    // Three threads on two CPUs, and a CPU that has no thread.
    const running = measure(
      [0, 1, 2],
      [a, b, a],
      [
        [a, b],
        [a, 99_998],
      ],
    );
    const all = cut('all', [[0, 1, 2]]);
    const { pinning } = await running.prepare([all]);
    for (let round = 0; round < 3; round++) {
      const pairs = await running.probePairs();
      if (pinning === 'taskset') {
        expect(pairs.map(({ cpus }) => cpus)).toEqual([[a, b]]);
        expect(pairs[0]!.medianNs).toBeGreaterThan(0);
      } else {
        expect(pairs).toEqual([]);
      }
      expect((await running.runTrial(all)).violations).toEqual([]);
    }
  });

  it('probes nothing where threads are not bound', async () => {
    const running = measure([0, 1], null, [[0, 1]]);
    await running.prepare([cut('all', [[0, 1]])]);
    expect(await running.probePairs()).toEqual([]);
  });
});
