import { randomInt } from 'node:crypto';
import { WqbenchError } from '../core/errors.js';
import type { FigureRequest } from '../kernel-knob/figure.js';
import { DEFAULT_KNOB } from '../kernel-knob/knob.js';
import { TABLE_FORMATS, type TableFormat } from '../report/formats.js';
import { SCOPES, type Scope } from '../scopes/scope.js';
import type { Args, Flags } from './command.js';
import { assertAtMostOne, assertOneOnStdout, text, textOf, toggle } from './flags.js';
import {
  parseChoice,
  parseChoices,
  parseCount,
  parseDurationMs,
  parsePercent,
  parseText,
} from './values.js';

/** All that `wqbench kernel` was asked for. */
export interface KernelOptions {
  readonly command: readonly string[];
  readonly scopes: readonly Scope[];
  /** Whether they were asked for by name. */
  readonly byName: boolean;
  readonly knob: string;
  /** Values of the workqueue's `affinity_strict` to sweep; null leaves it as it is. */
  readonly strictness: readonly (boolean | null)[];
  readonly request: FigureRequest;
  readonly trials: number;
  readonly warmUps: number;
  readonly timeoutMs: number;
  readonly seed: number;
  /** Null for `cache` where it is measured. */
  readonly baseline: string | null;
  readonly threshold: number;
  readonly dryRun: boolean;
  readonly restore: boolean;
  readonly out: string;
  readonly json: string | null;
  readonly format: TableFormat;
  readonly redact: boolean;
  readonly quiet: boolean;
}

export const KERNEL_FLAGS = {
  scopes: text(`of the running kernel (those it knows of ${SCOPES.join(',')})`),
  knob: text('default, or a workqueue in /sys/bus/workqueue/devices (default)'),
  'affinity-strict': text('of that workqueue: off, on, or both as off,on (as it is)'),
  trials: text('of the command under each scope (10)'),
  'warm-up': text('runs of the command before the first trial, thrown away (1)'),
  timeout: text('longest that the command may take, e.g. 90s (10m)'),
  fio: text("figure in fio's JSON, e.g. write.iops, read.bw, write.clat_ns.mean"),
  regexp: text('figure in what the command prints: the first group of REGEXP'),
  unit: text('of the figure that --regexp finds'),
  'lower-is-better': toggle('so it is for the figure that --regexp finds'),
  seed: text('of the order of the trials (random, kept in the result)'),
  baseline: text('scope that the others are compared with (cache)'),
  threshold: text('change that counts as none, in percent (1)'),
  'dry-run': toggle('show what would be written, and write nothing'),
  restore: toggle('put back what a run that was killed has left'),
  out: text('directory that gets a result directory per run (results/)'),
  json: text('write the result also to FILE, or - for stdout, then without a table'),
  format: text(`of the report: ${TABLE_FORMATS.join(', ')} (table)`),
  redact: toggle('keep names of host, users and directories out of all that is written'),
  quiet: toggle('no progress and no explanations'),
} as const satisfies Flags;

/** Throws 'bad-option', naming flag and value. */
export function parseKernelOptions(args: Args, command: readonly string[]): KernelOptions {
  const value = <T>(name: string, parse: (flag: string, text: string) => T, otherwise: T): T => {
    const text = textOf(args, name);
    return text === null ? otherwise : parse(`--${name}`, text);
  };
  const count = (name: string, range: readonly [number, number], otherwise: number) =>
    value(name, (flag, text) => parseCount(flag, text, range), otherwise);
  assertOneOnStdout(args);
  assertAtMostOne(args, ['dry-run', 'restore']);
  assertCommand(args, command);
  const knob = textOf(args, 'knob') ?? DEFAULT_KNOB;
  return {
    command,
    scopes: value('scopes', (flag, text) => parseChoices(flag, text, SCOPES), [...SCOPES]),
    byName: args.scopes !== undefined,
    knob,
    strictness: parseStrictness(textOf(args, 'affinity-strict'), knob),
    request: parseFigure(args),
    trials: count('trials', [1, 10_000], 10),
    warmUps: count('warm-up', [0, 1000], 1),
    timeoutMs: value(
      'timeout',
      (flag, text) => parseDurationMs(flag, text, [1, 86_400_000]),
      600_000,
    ),
    seed: args.seed === undefined ? randomInt(2 ** 32) : count('seed', [0, 2 ** 32 - 1], 0),
    baseline: textOf(args, 'baseline'),
    threshold: value('threshold', parsePercent, 0.01),
    dryRun: args['dry-run'] === true,
    restore: args.restore === true,
    out: textOf(args, 'out') ?? 'results',
    json: textOf(args, 'json'),
    format: value('format', (flag, text) => parseChoice(flag, text, TABLE_FORMATS), 'table'),
    redact: args.redact === true,
    quiet: args.quiet === true,
  };
}

function assertCommand(args: Args, command: readonly string[]): void {
  if (args.restore === true && command.length > 0) {
    throw new WqbenchError('bad-option', '--restore runs no command', 'leave out one of them');
  }
  if (args.restore !== true && command.length === 0) {
    const nextStep = 'give it behind --, e.g. wqbench kernel -- fio job.fio --output-format=json';
    throw new WqbenchError('bad-option', 'there is no command to run', nextStep);
  }
}

function parseStrictness(text: string | null, knob: string): (boolean | null)[] {
  if (text === null) return [null];
  if (knob === DEFAULT_KNOB) {
    const message = '--affinity-strict belongs to one workqueue, and the default has none';
    throw new WqbenchError('bad-option', message, 'name the workqueue with --knob');
  }
  const values = parseChoices('--affinity-strict', text, ['off', 'on'] as const);
  return values.map((value) => value === 'on');
}

function parseFigure(args: Args): FigureRequest {
  assertAtMostOne(args, ['fio', 'regexp']);
  const [fio, regexp] = [textOf(args, 'fio'), textOf(args, 'regexp')];
  if (regexp === null) {
    const lone = ['unit', 'lower-is-better'].find((name) => args[name] !== undefined);
    if (lone !== undefined) {
      throw new WqbenchError('bad-option', `--${lone} goes with --regexp`, 'leave it out');
    }
    return fio === null ? { kind: 'auto' } : { kind: 'fio', path: parseText('--fio', fio) };
  }
  const better = args['lower-is-better'] === true ? 'lower' : 'higher';
  return { kind: 'regexp', pattern: parseRegexp(regexp), unit: textOf(args, 'unit') ?? '', better };
}

function parseRegexp(text: string): RegExp {
  try {
    const pattern = new RegExp(text, 'm');
    const groups = new RegExp(`${text}|`).exec('')!.length - 1;
    if (groups > 0) return pattern;
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new WqbenchError('bad-option', `--regexp cannot be '${text}': ${reason}`, 'mend it', {
      cause,
    });
  }
  const nextStep = 'put the figure into brackets, e.g. ([0-9.]+) ops';
  throw new WqbenchError('bad-option', `--regexp '${text}' has no group`, nextStep);
}
