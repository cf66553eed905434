import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../src/core/prng.js';
import { planTrials } from '../../src/plan/plan.js';
import { type Run, runSchema } from '../../src/results/file/run-file.js';
import { summarise } from '../../src/results/summary.js';
import { type RunContext, runPlan } from '../../src/runner/run-plan.js';
import type { TrialExecutor } from '../../src/runner/trial-executor.js';
import { buildRun, SHARDS_2, trialOutcome, WHOLE } from '../results/run-builder.js';

const configurations = [SHARDS_2, WHOLE];
const frame = buildRun({ trials: [], configurations: buildRun().configurations.slice(1) });
const trials = planTrials(configurations, 3, seededRandom(1));

const IDLE = {
  atMs: 0,
  cpus: 4,
  userMs: 0,
  systemMs: 0,
  stealMs: 0,
  busyMs: 0,
  ownMs: 0,
  throttledMs: null,
};

interface Log {
  readonly calls: string[];
  readonly runs: Run[];
}

function executor(log: Log, changes: Partial<TrialExecutor> = {}): TrialExecutor {
  return {
    source: 'measured',
    async prepare(configurations) {
      log.calls.push(`prepare ${configurations.map(({ label }) => label).join(' ')}`);
      return {
        pinning: 'taskset',
        warmUp: { rounds: 4, stable: true, slowestItemsPerSecond: 1e6 },
        itemsPerThread: 123,
        warnings: [{ code: 'warm-up-unstable', message: 'noisy' }],
      };
    },
    probePairs: async () => [],
    arrange: async () => {},
    async runTrial({ label }) {
      log.calls.push(label);
      return trialOutcome();
    },
    async close() {
      log.calls.push('close');
    },
    ...changes,
  };
}

/** What is saved between trials lacks the comparisons. */
function concluded(run: Run): Run {
  expect(run.summary.map(({ comparison }) => comparison)).toEqual([null, null]);
  const summary = summarise(run, run.trials);
  expect(summary[0]!.comparison).not.toBeNull();
  return { ...run, summary };
}

function context(log: Log, changes: Partial<RunContext> = {}): RunContext {
  return {
    now: () => new Date('2026-11-30T12:00:00Z'),
    interrupt: new AbortController().signal,
    readUsage: () => IDLE,
    readDeviceTime: () => null,
    onPrepared: () => {},
    onTrial: (run) => log.runs.push(run),
    ...changes,
  };
}

function emptyLog(): Log {
  return { calls: [], runs: [] };
}

describe('runPlan', () => {
  it('prepares, runs the trials in their order, and closes', async () => {
    const log = emptyLog();
    const outcome = await runPlan(frame, configurations, trials, executor(log), context(log));
    expect(log.calls).toEqual([
      `prepare ${SHARDS_2.label} ${WHOLE.label}`,
      ...trials.map(({ configuration }) => configuration.label),
      'close',
    ]);
    expect(outcome).toEqual({ kind: 'complete', run: concluded(log.runs.at(-1)!) });
  });

  it('hands out a whole, growing run after each trial', async () => {
    const log = emptyLog();
    await runPlan(frame, configurations, trials, executor(log), context(log));
    expect(log.runs.map((run) => run.trials.length)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(log.runs.map((run) => run.partial)).toEqual([true, true, true, true, true, false]);
    for (const run of log.runs) expect(runSchema.safeParse(run).error).toBeUndefined();
    expect(log.runs.at(-1)).toMatchObject({
      itemsPerThread: 123,
      warmUp: { rounds: 4 },
      warnings: [{ code: 'warm-up-unstable' }],
      summary: [{ n: 3 }, { n: 3 }],
    });
    expect(log.runs.at(-1)!.order.flat()).toEqual(log.calls.slice(1, -1));
  });

  it('probes pairs of CPUs before each round', async () => {
    const log = emptyLog();
    const probing = executor(log, {
      probePairs: async () => {
        log.calls.push('probe');
        return [];
      },
    });
    await runPlan(frame, configurations, trials, probing, context(log));
    const probes = log.calls.slice(1, -1).map((call) => call === 'probe');
    expect(probes).toEqual([true, false, false, true, false, false, true, false, false]);
  });

  it('can be interrupted while it probes', async () => {
    const log = emptyLog();
    const interrupt = new AbortController();
    const stuck = executor(log, {
      probePairs: () => {
        if (log.runs.length > 0) interrupt.abort();
        return log.runs.length > 0 ? new Promise(() => {}) : Promise.resolve([]);
      },
    });
    const running = { ...context(log), interrupt: interrupt.signal };
    const outcome = await runPlan(frame, configurations, trials, stuck, running);
    expect(outcome).toEqual({ kind: 'interrupted', run: log.runs[1] });
    expect(log.calls.at(-1)).toBe('close');
  });

  it('goes on after a trial that broke an invariant', async () => {
    const log = emptyLog();
    const broken = trialOutcome({ violations: ['pool 0: an item was lost'] });
    const lossy = executor(log, { runTrial: async () => broken });
    const outcome = await runPlan(frame, configurations, trials, lossy, context(log));
    expect(outcome.run).toMatchObject({ valid: false, partial: false, summary: [{ n: 0 }, {}] });
  });

  it('drops the trial in flight when interrupted', async () => {
    const log = emptyLog();
    const interrupt = new AbortController();
    const stuck = executor(log, {
      runTrial: () => {
        if (log.runs.length < 2) return Promise.resolve(trialOutcome());
        interrupt.abort();
        return new Promise(() => {});
      },
    });
    const outcome = await runPlan(frame, configurations, trials, stuck, {
      ...context(log),
      interrupt: interrupt.signal,
      readUsage: () => IDLE,
      readDeviceTime: () => null,
    });
    expect(outcome).toEqual({ kind: 'interrupted', run: concluded(log.runs[1]!) });
    expect(log.calls.at(-1)).toBe('close');
  });

  it('has nothing to show when interrupted while it prepares', async () => {
    const log = emptyLog();
    const slow = executor(log, { prepare: () => new Promise(() => {}) });
    const outcome = await runPlan(frame, configurations, trials, slow, {
      ...context(log),
      interrupt: AbortSignal.abort(),
      readUsage: () => IDLE,
      readDeviceTime: () => null,
    });
    expect(outcome).toEqual({ kind: 'interrupted', run: null });
    expect(log.calls).toEqual(['close']);
  });

  it.each([
    ['prepare', { prepare: () => Promise.reject(new Error('broken')) }, {}, 0],
    ['runTrial', { runTrial: () => Promise.reject(new Error('broken')) }, {}, 0],
    ['probePairs', { probePairs: () => Promise.reject(new Error('broken')) }, {}, 0],
    ['onPrepared', {}, { onPrepared: fail }, 0],
  ] as const)('closes and passes on what %s throws', async (_name, changes, hooks, started) => {
    const log = emptyLog();
    const run = runPlan(frame, configurations, trials, executor(log, changes), context(log, hooks));
    await expect(run).rejects.toThrow('broken');
    expect(log.calls.at(-1)).toBe('close');
    expect(
      log.calls.filter((call) => call === SHARDS_2.label || call === WHOLE.label),
    ).toHaveLength(started);
  });
});

describe('a run that fails behind its first trial', () => {
  it('is what the finished trials make, with the reason, and closes the executor', async () => {
    const log = emptyLog();
    const hooks = { onTrial: fail };
    const outcome = await runPlan(
      frame,
      configurations,
      trials,
      executor(log),
      context(log, hooks),
    );
    if (outcome.kind !== 'failed') throw new Error(`the run is ${outcome.kind}`);
    expect(outcome.run).toMatchObject({ partial: true, trials: [{ round: 0 }] });
    expect(outcome.run.warnings.at(-1)).toEqual({ code: 'run-failed', message: 'broken' });
    expect(outcome.error).toEqual(new Error('broken'));
    expect(log.calls.at(-1)).toBe('close');
  });
});

function fail(): never {
  throw new Error('broken');
}
