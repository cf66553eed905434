import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { EXIT, type ExitCode, lostOutput, WqbenchError } from '../core/errors.js';
import type { Io } from '../core/io.js';
import { seededRandom } from '../core/prng.js';
import { planTrials } from '../plan/plan.js';
import { noticesOf } from '../report/run/notices.js';
import { renderRun } from '../report/run/render-run.js';
import { heard } from '../report/run/silence.js';
import { formatCounted } from '../report/text/format.js';
import { REDACTED } from '../results/file/redact.js';
import type { Run } from '../results/file/run-file.js';
import { createRunStore, type RunStore, serialiseRun } from '../results/file/run-store.js';
import { assertWritableDirectory } from '../results/file/writable.js';
import { readUsage } from '../runner/environment/usage.js';
import { hostName } from '../runner/environment.js';
import { assertMemory } from '../runner/memory-need.js';
import { probePairsOf } from '../runner/probe-pairs.js';
import { type RunOutcome, runPlan } from '../runner/run-plan.js';
import { kworkerThreads } from '../runner/trial-spec.js';
import type { CommandContext } from './command.js';
import { listenForInterrupt } from './interrupt.js';
import { REPORT_FILE, redactedFor, reportOf } from './make-report.js';
import { assertJsonTarget, writeJson, writeTextFile } from './output.js';
import { createProgress, type Progress, SILENT } from './progress.js';
import { frameRun } from './run-frame.js';
import type { RunOptions } from './run-options.js';
import { type Setup, setUp } from './set-up.js';
import { canRewrite, styleOf } from './terminal.js';

/** `wqbench run`: checks, measures, keeps and reports. */
export async function measure(options: RunOptions, context: CommandContext): Promise<ExitCode> {
  const { io } = context;
  assertWritableDirectory(options.out);
  assertJsonTarget(options.json);
  const setup = setUp(options, io.root);
  const host = options.redact ? REDACTED : hostName(io.root);
  const store = createRunStore(options.out, io.now(), host);
  const outcome = publishable(await runTrials(options, setup, store, context), options, io);
  if (outcome.run !== null) keepConclusion(outcome.run, store);
  if (outcome.run !== null) report(outcome.run, options, io);
  summariseExit(outcome, store, options, io);
  if (outcome.run !== null) await keepReport(outcome.run, store, options, io);
  if (outcome.run !== null && options.json !== '-') {
    writeJson(options.json, serialiseRun(outcome.run), io);
  }
  switch (outcome.kind) {
    case 'failed':
      throw outcome.error;
    case 'interrupted':
      return EXIT.interrupted;
    case 'complete':
      return outcome.run.valid ? EXIT.ok : EXIT.invalidRun;
  }
}

/** What may leave the process: under `--redact` a run without names. */
function publishable(outcome: RunOutcome, { redact }: RunOptions, io: Io): RunOutcome {
  if (!redact || outcome.run === null) return outcome;
  return { ...outcome, run: redactedFor(outcome.run, io) };
}

/** Adds the verdicts, or why there is not more, to the trials; these are saved in any case. */
function keepConclusion(run: Run, store: RunStore): void {
  try {
    if (store.directory !== null) store.save(run);
  } catch {
    // The trials are safe, and every reader draws the verdicts from them anew.
  }
}

async function runTrials(
  options: RunOptions,
  setup: Setup,
  store: RunStore,
  { io, engine, argv }: CommandContext,
): Promise<RunOutcome> {
  const { topology, configurations, placement, submitters, lock, environment } = setup;
  const frame = frameRun(options, setup, {
    startedAt: io.now(),
    host: hostName(io.root),
    command: argv,
    clock: await engine.measureClock(),
    files: null,
  });
  const trials = planTrials(configurations, options.trials, seededRandom(options.seed));
  const executor = await engine.createExecutor({
    ...options,
    cpus: topology.cpus.map((cpu, index) => ({
      ...cpu,
      realCpu: options.pin ? placement.boundCpus[index]! : null,
    })),
    submitters,
    lock,
    timesHolds: options.lockStats,
    oversubscribed: mayWaitForCpus(setup, options),
    directory: null,
    probes: options.pin ? probePairsOf(placement.boundCpus, io.root) : [],
  });
  const progress = progressOf(options, configurations.length, io);
  const interrupt = listenForInterrupt(io);
  progress.start(`starting ${formatCounted(submitters.length, 'thread')} and warming up`);
  try {
    return await runPlan(frame, configurations, trials, executor, {
      now: io.now,
      interrupt: interrupt.signal,
      readUsage: () => readUsage(io.root, [...new Set(placement.boundCpus)]),
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

/** Whether a thread can be ready and have no CPU: then no wait may rely on spinning. */
function mayWaitForCpus({ placement, submitters, topology }: Setup, { kworkers }: RunOptions) {
  const crowded = submitters.length > topology.cpus.length;
  return placement.oversubscribed || crowded || kworkers.kind === 'threads';
}

function progressOf(options: RunOptions, trialsPerRound: number, io: Io): Progress {
  if (options.quiet) return SILENT;
  const rewrite = canRewrite(io.stderr, io.env);
  return createProgress({ stream: io.stderr, rewrite, trialsPerRound, now: io.now });
}

function save(run: Run, store: RunStore): void {
  try {
    store.save(run);
  } catch (cause) {
    throw lostOutput(`trial ${run.trials.length} to --out`, cause);
  }
}

function report(run: Run, options: RunOptions, io: Io): void {
  if (options.json === '-') {
    io.stdout.write(serialiseRun(run));
    return;
  }
  const style = { ...styleOf(io.stdout, io.env), explain: !options.quiet };
  io.stdout.write(renderRun(run, options.format, style));
}

/** Last words on stderr. What changes the meaning of the figures is said even under `--quiet`. */
function summariseExit(
  { kind, run }: RunOutcome,
  store: RunStore,
  options: RunOptions,
  io: Io,
): void {
  if (run === null) {
    say(io, 'interrupted before the first trial was done; nothing is kept');
    return;
  }
  if (!options.quiet && !showsWarnings(options)) {
    for (const { code, message } of heard(run.warnings, run)) say(io, `${code}: ${message}`);
  }
  for (const notice of noticesOf(run)) say(io, notice);
  if (store.directory === null || !existsSync(store.directory)) return;
  if (kind === 'interrupted') say(io, `interrupted; finished trials are in ${store.directory}`);
  else if (kind === 'failed') say(io, `finished trials are in ${store.directory}`);
  else if (!options.quiet) say(io, `the run is in ${store.directory}`);
}

/** The page beside the run. Without it the run is none the worse, so a failure is only said. */
async function keepReport(
  run: Run,
  { directory }: RunStore,
  options: RunOptions,
  io: Io,
): Promise<void> {
  if (directory === null) return;
  const file = join(directory, REPORT_FILE);
  try {
    writeTextFile(file, await reportOf(run, options.redact));
  } catch (error) {
    if (!(error instanceof WqbenchError)) throw error;
    say(io, `${error.message}; wqbench report makes it anew`);
    return;
  }
  if (!options.quiet) say(io, `the report is in ${file}`);
}

/** Whether the report on stdout has the warnings already. */
function showsWarnings({ json, format }: RunOptions): boolean {
  return json !== '-' && (format === 'table' || format === 'markdown');
}

function say(io: Io, text: string): void {
  io.stderr.write(`wqbench: ${text}\n`);
}
