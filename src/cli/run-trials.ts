import { lostOutput } from '../core/errors.js';
import type { Io } from '../core/io.js';
import { seededRandom } from '../core/prng.js';
import { planTrials } from '../plan/plan.js';
import { formatCounted } from '../report/text/format.js';
import type { Run } from '../results/file/run-file.js';
import type { RunStore } from '../results/file/run-store.js';
import { readDeviceTime } from '../runner/environment/disk.js';
import { readUsage } from '../runner/environment/usage.js';
import { hostName } from '../runner/environment.js';
import { assertMemory } from '../runner/memory-need.js';
import { probePairsOf } from '../runner/probe-pairs.js';
import { type RunOutcome, runPlan } from '../runner/run-plan.js';
import { makeScratch, type Scratch, scratchWarnings } from '../runner/scratch.js';
import type { ThreadExecutorOptions } from '../runner/thread-executor.js';
import { kworkerThreads } from '../runner/trial-spec.js';
import type { CommandContext } from './command.js';
import { listenForInterrupt } from './interrupt.js';
import { redactedFor } from './make-report.js';
import { createProgress, type Progress, SILENT } from './progress.js';
import { frameRun } from './run-frame.js';
import type { RunOptions } from './run-options.js';
import type { Setup } from './set-up.js';
import { canRewrite } from './terminal.js';

/** Runs the trials of a run that is decided, saving after each, and cleans up behind them. */
export async function runTrials(
  options: RunOptions,
  setup: Setup,
  store: RunStore,
  context: CommandContext,
): Promise<RunOutcome> {
  const scratch = makeScratch(options.workload, options.dir, context.io.root);
  try {
    return await runIn(scratch, options, setup, store, context);
  } finally {
    scratch?.remove();
  }
}

async function runIn(
  scratch: Scratch | null,
  options: RunOptions,
  setup: Setup,
  store: RunStore,
  { io, engine, argv }: CommandContext,
): Promise<RunOutcome> {
  const { configurations, placement, submitters, environment } = setup;
  const frame = frameRun(options, setup, {
    startedAt: io.now(),
    host: hostName(io.root),
    command: argv,
    clock: await engine.measureClock(),
    files: scratch && { directory: scratch.parent, fileSystem: scratch.fileSystem },
    warnings: scratchWarnings(options.workload, scratch),
  });
  const trials = planTrials(configurations, options.trials, seededRandom(options.seed));
  const executor = await engine.createExecutor(executorOptions(options, setup, scratch, io.root));
  const progress = progressOf(options, configurations.length, io);
  const interrupt = listenForInterrupt(io);
  progress.start(`starting ${formatCounted(submitters.length, 'thread')} and warming up`);
  try {
    return await runPlan(frame, configurations, trials, executor, {
      now: io.now,
      interrupt: interrupt.signal,
      readUsage: () => readUsage(io.root, [...new Set(placement.boundCpus)]),
      readDeviceTime: () => scratch && readDeviceTime(scratch.directory, io.root),
      onPrepared({ itemsPerThread }) {
        const threads = submitters.length + kworkerThreads(configurations, options.kworkers);
        const size = { ...options, threads, submitters: submitters.length, itemsPerThread };
        assertMemory(size, environment.availableMemoryBytes);
        progress.start(`measuring ${formatCounted(configurations.length, 'configuration')}`);
      },
      onTrial(run) {
        save(options.redact ? redactedFor(run, io) : run, store);
        progress.trialDone(run.trials.length, trials.length);
      },
    });
  } finally {
    progress.end();
    interrupt.stop();
  }
}

function executorOptions(
  options: RunOptions,
  setup: Setup,
  scratch: Scratch | null,
  root: string,
): ThreadExecutorOptions {
  const { topology, placement, submitters, lock } = setup;
  return {
    load: options.load,
    workload: options.workload,
    depth: options.depth,
    arrivalsPerSecond: options.arrivalsPerSecond,
    kworkers: options.kworkers,
    sampleEvery: options.sampleEvery,
    deadlineMs: options.deadlineMs,
    cpus: topology.cpus.map((cpu, index) => ({
      ...cpu,
      realCpu: options.pin ? placement.boundCpus[index]! : null,
    })),
    submitters,
    lock,
    timesHolds: options.lockStats,
    oversubscribed: mayWaitForCpus(setup, options),
    directory: scratch?.directory ?? null,
    probes: options.pin ? probePairsOf(placement.boundCpus, root) : [],
  };
}

/** Whether a thread can be ready and have no CPU: then no wait may rely on spinning. */
function mayWaitForCpus({ placement, submitters, topology }: Setup, { kworkers }: RunOptions) {
  const crowded = submitters.length > topology.cpus.length;
  return placement.oversubscribed || crowded || kworkers.kind === 'threads';
}

export function progressOf(options: RunOptions, trialsPerRound: number, io: Io): Progress {
  if (options.quiet) return SILENT;
  const rewrite = canRewrite(io.stderr, io.env);
  return createProgress({ stream: io.stderr, rewrite, trialsPerRound, now: io.now });
}

export function save(run: Run, store: RunStore): void {
  try {
    store.save(run);
  } catch (cause) {
    throw lostOutput(`trial ${run.trials.length} to --out`, cause);
  }
}
