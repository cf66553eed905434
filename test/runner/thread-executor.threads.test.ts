import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { ownCpus } from '../../dist/src/runner/own-cpus.js';
import {
  createThreadExecutor,
  type ThreadExecutorOptions,
} from '../../dist/src/runner/thread-executor.js';
import type { TrialExecutor } from '../../dist/src/runner/trial-executor.js';
import type { Configuration } from '../../dist/src/scopes/configuration.js';
import { formatCpuList } from '../../dist/src/topology/cpu-list.js';
import { directoryOf } from '../cli/fake-io.js';

let executor: TrialExecutor | undefined;

afterEach(() => executor?.close());

function cut(label: string, pods: number[][]): Configuration {
  const name = { label, names: [label], scope: 'cpu', scopes: ['cpu'] } as const;
  return { ...name, policies: [], pods, affinityStrict: false, wake: 'lifo' };
}

/** Modelled CPUs are numbered sparsely, so that none is taken for a slot. */
function measure(
  cpus: number[],
  realCpus: number[] | null,
  probes: [number, number][] = [],
  changes: Partial<ThreadExecutorOptions> = {},
) {
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
    ...changes,
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

  it('binds kworkers to the CPUs in use, or strictly to those of their pods', async () => {
    const cpus = ownCpus('/').slice(0, 2);
    const running = measure(cpus, cpus, [], { kworkers: { kind: 'threads', most: null } });
    const own = cut(
      'own',
      cpus.map((cpu) => [cpu]),
    );
    const strict = { ...own, label: 'own+strict', affinityStrict: true };
    const { pinning } = await running.prepare([own, strict]);
    const all = formatCpuList(cpus);
    for (const configuration of [own, strict, own]) {
      await running.arrange(configuration);
      const outcome = await running.runTrial(configuration);
      expect(outcome.violations).toEqual([]);
      expect(outcome.warnings).toEqual([]);
      expect(outcome.pools.every(({ kworkers }) => (kworkers!.wakeNs ?? 1) > 0)).toBe(true);
      if (pinning !== 'taskset') continue;
      // What the kernel said at the end differs in no thread, or it would be a warning.
      expect(outcome.kworkers!.map(({ pool, boundCpus }) => [pool, boundCpus])).toEqual(
        cpus.map((cpu, pool) => [pool, configuration.affinityStrict ? String(cpu) : all]),
      );
    }
  });

  it('says when somebody else changes a binding', async () => {
    const cpus = ownCpus('/').slice(0, 2);
    const running = measure(cpus, cpus, [], {
      kworkers: { kind: 'threads', most: null },
      workload: { kind: 'spin', ns: 20_000 },
    });
    const all = cut('all', [cpus]);
    const { pinning } = await running.prepare([all]);
    if (pinning !== 'taskset' || cpus.length < 2) return;
    await running.arrange(all);
    const trial = running.runTrial(all);
    for (const task of readdirSync('/proc/self/task')) {
      const comm = readFileSync(`/proc/self/task/${task}/status`, 'utf8');
      if (comm.includes(`Cpus_allowed_list:\t${cpus[0]}\n`)) {
        execFileSync('taskset', ['-pc', String(cpus[1]), task]);
      }
    }
    expect((await trial).warnings.map(({ code }) => code)).toContain('binding-lost');
  });

  it('fails with the reason where a file cannot be made', async () => {
    const cpus = ownCpus('/').slice(0, 1);
    const directory = directoryOf({});
    const running = measure(cpus, cpus, [], {
      workload: { kind: 'file', bytes: 64, access: 'write' },
      directory,
    });
    const all = cut('all', [cpus]);
    await running.prepare([all]);
    // A name that is taken: the submitter cannot make its file.
    writeFileSync(join(directory, 'submitter-0'), '');
    await expect(running.runTrial(all)).rejects.toThrow(/EEXIST.*CPU/s);
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
