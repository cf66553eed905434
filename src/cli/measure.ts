import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { EXIT, type ExitCode, WqbenchError } from '../core/errors.js';
import type { Io } from '../core/io.js';
import { noticesOf } from '../report/run/notices.js';
import { renderRun } from '../report/run/render-run.js';
import { heard } from '../report/run/silence.js';
import { REDACTED } from '../results/file/redact.js';
import type { Run } from '../results/file/run-file.js';
import { createRunStore, type RunStore, serialiseRun } from '../results/file/run-store.js';
import { assertWritableDirectory } from '../results/file/writable.js';
import { hostName } from '../runner/environment.js';
import type { RunOutcome } from '../runner/run-plan.js';
import type { CommandContext } from './command.js';
import { REPORT_FILE, redactedFor, reportOf } from './make-report.js';
import { assertJsonTarget, writeJson, writeTextFile } from './output.js';
import type { RunOptions } from './run-options.js';
import { runTrials } from './run-trials.js';
import { setUp } from './set-up.js';
import { styleOf } from './terminal.js';

/** `wqbench run`: checks, measures, keeps and reports. */
export async function measure(options: RunOptions, context: CommandContext): Promise<ExitCode> {
  assertJsonTarget(options.json);
  const outcome = await measureRun(options, context);
  if (outcome.run !== null) writeJson(options.json, serialiseRun(outcome.run), context.io);
  return exitCodeOf(outcome);
}

/** Throws the error of a failed run. */
export function exitCodeOf(outcome: RunOutcome): ExitCode {
  switch (outcome.kind) {
    case 'failed':
      throw outcome.error;
    case 'interrupted':
      return EXIT.interrupted;
    case 'complete':
      return outcome.run.valid ? EXIT.ok : EXIT.invalidRun;
  }
}

/** One run with its report, but without `--json`. */
export async function measureRun(
  options: RunOptions,
  context: CommandContext,
): Promise<RunOutcome> {
  const { io } = context;
  assertWritableDirectory(options.out);
  const setup = setUp(options, io.root);
  const host = options.redact ? REDACTED : hostName(io.root);
  return conductRun(options, host, io, (store) => runTrials(options, setup, store, context));
}

/** Keeps and reports what `run` does; a directory named after `host` gets it. */
export async function conductRun(
  options: RunOptions,
  host: string,
  io: Io,
  run: (store: RunStore) => Promise<RunOutcome>,
): Promise<RunOutcome> {
  const store = createRunStore(options.out, io.now(), host);
  const outcome = publishable(await run(store), options, io);
  if (outcome.run !== null) keepConclusion(outcome.run, store);
  if (outcome.run !== null) report(outcome.run, options, io);
  summariseExit(outcome, store, options, io);
  if (outcome.run !== null) await keepReport(outcome.run, store, options, io);
  return outcome;
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

function report(run: Run, options: RunOptions, io: Io): void {
  if (options.json === '-') return;
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
