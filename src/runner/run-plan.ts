import type { PlannedTrial } from '../plan/plan.js';
import type { PairLatency } from '../results/file/pair-latency-schema.js';
import type { Run } from '../results/file/run-file.js';
import type { TrialRecord } from '../results/file/trial-schema.js';
import { orderOf } from '../results/order.js';
import { summarise } from '../results/summary.js';
import { recordTrial } from '../results/trial-record.js';
import type { Configuration } from '../scopes/configuration.js';
import { type DeviceTime, deviceUseBetween } from './environment/disk.js';
import { cpuUseBetween, disturbanceBetween, type Usage } from './environment/usage.js';
import type { Preparation, TrialExecutor } from './trial-executor.js';

/** What of a run is known before its threads start. */
export type RunFrame = Omit<
  Run,
  | 'partial'
  | 'valid'
  | 'finishedAt'
  | 'itemsPerThread'
  | 'pinning'
  | 'warmUp'
  | 'order'
  | 'trials'
  | 'summary'
>;

export interface RunContext {
  now(): Date;
  /** Aborting it ends the run; the trial in flight is lost. */
  readonly interrupt: AbortSignal;
  /** What has been done on the CPUs in use so far. */
  readUsage(): Usage;
  /** How long the device of the workload's files has been busy; null where there is none. */
  readDeviceTime(): DeviceTime | null;
  /** Called once all threads are warm; what it throws ends the run. */
  onPrepared(preparation: Preparation): void;
  /** Called after each trial with the run so far. */
  onTrial(run: Run): void;
}

/** `run` is what the finished trials make; null when there is none. */
export type RunOutcome =
  | { readonly kind: 'complete'; readonly run: Run }
  | { readonly kind: 'interrupted'; readonly run: Run | null }
  /** A trial failed; `run` has the reason as its last warning. */
  | { readonly kind: 'failed'; readonly run: Run; readonly error: unknown };

/**
 * Runs all trials of a plan. What the executor or a callback throws before the first trial is
 * finished passes through; later it makes the run a failed one. The executor is closed either way.
 */
export async function runPlan(
  frame: RunFrame,
  configurations: readonly Configuration[],
  trials: readonly PlannedTrial[],
  executor: TrialExecutor,
  context: RunContext,
): Promise<RunOutcome> {
  const interrupted = abortOf(context.interrupt);
  const records: TrialRecord[] = [];
  const surroundings = {
    clockCostNs: frame.environment.clock?.costNs ?? null,
    filesWritten: frame.files !== null,
    oversubscribed: frame.oversubscribed || frame.kworkers === 'threads',
  };
  let run: Run | null = null;
  try {
    const preparation = await Promise.race([executor.prepare(configurations), interrupted]);
    if (preparation === 'interrupted') return { kind: 'interrupted', run };
    context.onPrepared(preparation);
    let coreToCore: readonly PairLatency[] = [];
    let probedRound = -1;
    for (const { round, configuration } of trials) {
      if (round !== probedRound) {
        const probed = await Promise.race([executor.probePairs(), interrupted]);
        if (probed === 'interrupted') return { kind: 'interrupted', run };
        coreToCore = probed;
        probedRound = round;
      }
      const startedAt = context.now();
      await executor.arrange(configuration);
      const before = readDoings(context);
      const outcome = await Promise.race([executor.runTrial(configuration), interrupted]);
      if (outcome === 'interrupted') return { kind: 'interrupted', run: run && concluded(run) };
      const { label } = configuration;
      const doings = doingsBetween(before, readDoings(context));
      const course = { round, label, startedAt, ...doings, coreToCore };
      records.push(recordTrial(outcome, { ...surroundings, ...course }));
      run = assemble(frame, preparation, [...records], trials.length, context.now());
      context.onTrial(run);
    }
  } catch (error) {
    if (run === null) throw error;
    return { kind: 'failed', run: concluded(failedRun(run, error)), error };
  } finally {
    await executor.close();
  }
  if (run === null) throw new Error('a plan has at least one trial');
  return { kind: 'complete', run: concluded(run) };
}

interface Doings {
  readonly usage: Usage;
  readonly deviceTime: DeviceTime | null;
}

function readDoings(context: RunContext): Doings {
  return { usage: context.readUsage(), deviceTime: context.readDeviceTime() };
}

/** What the machine did between two readings. */
function doingsBetween(before: Doings, after: Doings) {
  return {
    disturbance: disturbanceBetween(before.usage, after.usage),
    cpuUse: cpuUseBetween(before.usage, after.usage),
    device: deviceUseBetween(before.deviceTime, after.deviceTime),
  };
}

/** With the comparisons, which are left out while trials are still to come. */
function concluded(run: Run): Run {
  return { ...run, summary: summarise(run, run.trials) };
}

function failedRun(run: Run, error: unknown): Run {
  const message = error instanceof Error ? error.message : String(error);
  const warnings = [...run.warnings, { code: 'run-failed', message }];
  return { ...run, partial: true, warnings };
}

function abortOf(signal: AbortSignal): Promise<'interrupted'> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve('interrupted');
    signal.addEventListener('abort', () => resolve('interrupted'), { once: true });
  });
}

function assemble(
  frame: RunFrame,
  preparation: Preparation,
  trials: readonly TrialRecord[],
  planned: number,
  finishedAt: Date,
): Run {
  const { itemsPerThread, pinning, warmUp, warnings } = preparation;
  return {
    ...frame,
    partial: trials.length < planned,
    valid: trials.every(({ valid }) => valid),
    finishedAt: finishedAt.toISOString(),
    itemsPerThread,
    pinning,
    warmUp,
    order: orderOf(trials),
    trials,
    summary: summarise(frame, trials, 'figures'),
    warnings: [...frame.warnings, ...warnings],
  };
}
