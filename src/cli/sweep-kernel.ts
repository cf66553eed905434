import { join } from 'node:path';
import { EXIT, type ExitCode, lostOutput } from '../core/errors.js';
import type { Io } from '../core/io.js';
import { seededRandom } from '../core/prng.js';
import { findKnob, type Knob, type KnobFiles, realFiles } from '../kernel-knob/knob.js';
import { restoreState } from '../kernel-knob/knob-state.js';
import {
  acceptedSettings,
  type KernelConfiguration,
  sweep,
  withKnob,
} from '../kernel-knob/sweep.js';
import { planTrials } from '../plan/plan.js';
import { kernelNotices, renderKernelRun } from '../report/kernel/render-kernel.js';
import { formatCounted } from '../report/text/format.js';
import { REDACTED } from '../results/file/redact.js';
import { createRunStore, type RunStore, serialiseRun } from '../results/file/run-store.js';
import { assertWritableDirectory } from '../results/file/writable.js';
import type { KernelRun, KernelTrial } from '../results/kernel/kernel-run.js';
import { redactKernelRun } from '../results/kernel/redact-kernel.js';
import { readUsage } from '../runner/environment/usage.js';
import { parseCpuList } from '../topology/cpu-list.js';
import type { CommandContext } from './command.js';
import { dryRunText } from './kernel-dry-run.js';
import { assembleKernelRun, frameKernelRun } from './kernel-frame.js';
import type { KernelOptions } from './kernel-options.js';
import { kernelReportOf, REPORT_FILE, usersOf } from './make-report.js';
import { assertJsonTarget, writeJson, writeTextFile } from './output.js';
import { createProgress, SILENT } from './progress.js';
import { canRewrite, styleOf } from './terminal.js';

/** `wqbench kernel`; `files` are the kernel's knobs. */
export async function sweepKernel(
  options: KernelOptions,
  context: CommandContext,
  files: KnobFiles = realFiles,
): Promise<ExitCode> {
  const { io } = context;
  if (options.restore) return putBack(io, files);
  const knob = findKnob(options.knob, io.root, files);
  const configurations = configurationsOf(options);
  if (options.dryRun) {
    io.stdout.write(dryRunText(knob, configurations, files));
    return EXIT.ok;
  }
  assertWritableDirectory(options.out);
  assertJsonTarget(options.json);
  return withKnob(knob, { root: io.root, files }, () =>
    measureUnder(knob, configurations, options, context, files),
  );
}

function putBack(io: Io, files: KnobFiles): ExitCode {
  const contents = restoreState(io.root, files);
  if (contents === null) {
    io.stdout.write('no run of wqbench kernel has left a knob changed\n');
    return EXIT.ok;
  }
  for (const { path, text } of contents) io.stdout.write(`${path} is '${text}' again\n`);
  return EXIT.ok;
}

function configurationsOf({ scopes, strictness }: KernelOptions): KernelConfiguration[] {
  return strictness.flatMap((affinityStrict) =>
    scopes.map((scope) => ({
      label: `${scope}${affinityStrict === true ? '+strict' : ''}`,
      scope,
      affinityStrict,
    })),
  );
}

/** The knob is held, and put back behind this. */
async function measureUnder(
  knob: Knob,
  configurations: readonly KernelConfiguration[],
  options: KernelOptions,
  { io, argv }: CommandContext,
  files: KnobFiles,
): Promise<ExitCode> {
  const interrupt = new AbortController();
  // Listens to the end, so that a second interrupt does not keep the knob from being put back.
  const stop = io.onInterrupt(() => interrupt.abort());
  const { accepted, warnings } = acceptedSettings(configurations, knob, options.byName, files);
  const frame = frameKernelRun(options, accepted, warnings, argv, io);
  const plan = planTrials(accepted, options.trials, seededRandom(options.seed));
  const store = createRunStore(options.out, io.now(), options.redact ? REDACTED : frame.host);
  const progress = options.quiet
    ? SILENT
    : createProgress({
        stream: io.stderr,
        rewrite: canRewrite(io.stderr, io.env),
        trialsPerRound: accepted.length,
        now: io.now,
      });
  const trials: KernelTrial[] = [];
  let run: KernelRun | null = null;
  let failure: unknown;
  progress.start(`running the command under ${formatCounted(accepted.length, 'scope')}`);
  const done = await sweep({ ...options, knob }, plan, {
    root: io.root,
    files,
    interrupt: interrupt.signal,
    now: io.now,
    readUsage: () => readUsage(io.root, parseCpuList(frame.environment.onlineCpus ?? '')),
    onTrial(trial, figure) {
      trials.push(trial);
      run = assembleKernelRun(frame, figure, [...trials], trials.length < plan.length, io.now());
      keep(options.redact ? redactKernelRun(run, usersOf(io)) : run, store);
      progress.trialDone(trials.length, plan.length);
    },
  }).catch((error: unknown) => {
    failure = error;
    return false;
  });
  progress.end();
  stop();
  await report(run, store, options, io);
  if (failure !== undefined) throw failure;
  return done ? EXIT.ok : EXIT.interrupted;
}

function keep(run: KernelRun, store: RunStore): void {
  try {
    store.save(run);
  } catch (cause) {
    throw lostOutput(`trial ${run.trials.length} to --out`, cause);
  }
}

async function report(
  measured: KernelRun | null,
  { directory }: RunStore,
  options: KernelOptions,
  io: Io,
): Promise<void> {
  if (measured === null) {
    io.stderr.write('wqbench: ended before the first trial was done; nothing is kept\n');
    return;
  }
  const run = options.redact ? redactKernelRun(measured, usersOf(io)) : measured;
  if (options.json !== '-') {
    const style = { ...styleOf(io.stdout, io.env), explain: !options.quiet };
    io.stdout.write(renderKernelRun(run, options.format, style));
  }
  writeJson(options.json, serialiseRun(run), io);
  for (const notice of kernelNotices(run)) io.stderr.write(`wqbench: ${notice}\n`);
  if (directory === null) return;
  const file = join(directory, REPORT_FILE);
  writeTextFile(file, await kernelReportOf(run));
  if (!options.quiet) io.stderr.write(`wqbench: the run and its report are in ${directory}\n`);
}
