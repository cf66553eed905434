import { randomInt } from 'node:crypto';
import { LOCK_KINDS, type LockKind } from '../../native-free-bench/locks/lock.js';
import { WqbenchError } from '../core/errors.js';
import { WARNING_CODES, type Warning, type WarningCode } from '../core/warnings.js';
import type { TrialLoad } from '../plan/trial-load.js';
import { REPORT_FORMATS, type ReportFormat } from '../report/formats.js';
import type { Run } from '../results/file/run-file.js';
import { SCOPES, type Scope } from '../scopes/scope.js';
import type { Args, Flags } from './command.js';
import { assertAtMostOne, assertOneOnStdout, text, textOf, toggle } from './flags.js';
import { parseTopologyOptions, TOPOLOGY_FLAGS, type TopologyOptions } from './topology-flags.js';
import {
  parseChoice,
  parseChoices,
  parseCount,
  parseDurationMs,
  parsePercent,
  type Range,
} from './values.js';
import { parseWorkOptions, WORK_FLAGS, type WorkOptions } from './work-options.js';

/** All that `wqbench run` was asked for, in base units. */
export interface RunOptions extends TopologyOptions, WorkOptions {
  /** The first so many CPUs in use; null for all. */
  readonly threads: number | null;
  /** Leaves the last CPU in use to the main thread. */
  readonly reserveCpu: boolean;
  readonly load: TrialLoad;
  readonly trials: number;
  readonly sampleEvery: number;
  readonly lock: LockKind | 'auto';
  readonly seed: number;
  /** Configuration to compare with, by name; null for `cache` where it is measured. */
  readonly baseline: string | null;
  /** Part of 1 up to which a change is no difference. */
  readonly threshold: number;
  /** Codes of warnings to leave out of reports. */
  readonly silenced: readonly WarningCode[];
  readonly pin: boolean;
  readonly deadlineMs: number;
  readonly force: boolean;
  readonly out: string;
  /** File for the result, `-` for stdout; null for none. */
  readonly json: string | null;
  readonly format: ReportFormat;
  /** Keeps the names of host, users and directories out of all that is written. */
  readonly redact: boolean;
  readonly quiet: boolean;
  /** What the run is a part of; null for a run of its own. */
  readonly scenario: Run['scenario'];
  /** About what was asked for, beside what the machine gives cause to. */
  readonly warnings: readonly Warning[];
}

export const RUN_FLAGS = {
  scenario: text('a published load in the size of this machine; wqbench scenarios lists them'),
  scopes: text(`affinity scopes to measure (${SCOPES.join(',')})`),
  ...TOPOLOGY_FLAGS,
  threads: text('use only the first N of the CPUs, one submitter each'),
  'reserve-cpu': toggle('leave the last of the CPUs to the main thread'),
  ...WORK_FLAGS,
  items: text('work items per thread and trial (50000 of microbench in a closed loop)'),
  duration: text('about the time of a trial of the slowest scope, e.g. 500ms, instead (1s)'),
  trials: text('trials of each configuration (10)'),
  sample: text('time every Nth item (1)'),
  lock: text(`pool lock: auto, ${LOCK_KINDS.join(', ')} (auto)`),
  seed: text('of the order of the trials (random, kept in the result)'),
  baseline: text('configuration the others are compared with (cache)'),
  threshold: text('change that counts as none, in percent (1)'),
  'no-warn': text('codes of warnings to leave out, e.g. high-load,governor-not-performance'),
  'no-pin': toggle('do not bind threads to CPUs'),
  deadline: text('longest a trial may take (30s)'),
  force: toggle('run ticket or mcs even with more threads than CPUs'),
  out: text('directory that gets a result directory per run (results/)'),
  json: text('write the result also to FILE, or - for stdout, then without a table'),
  format: text(`of the report: ${REPORT_FORMATS.join(', ')} (table)`),
  redact: toggle('keep names of host, users and directories out of all that is written'),
  quiet: toggle('no progress and no explanations'),
} as const satisfies Flags;

const LIMITS = {
  threads: [1, 65_536],
  items: [1, 100_000_000],
  trials: [1, 10_000],
  sample: [1, 100_000_000],
  seed: [0, 2 ** 32 - 1],
  durationMs: [1, 3_600_000],
  deadlineMs: [100, 3_600_000],
} as const satisfies Record<string, Range>;

/** Throws 'bad-option', naming flag and value. */
export function parseRunOptions(args: Args): RunOptions {
  const value = <T>(name: string, parse: (flag: string, text: string) => T, otherwise: T): T => {
    const text = textOf(args, name);
    return text === null ? otherwise : parse(`--${name}`, text);
  };
  const count = (name: keyof typeof LIMITS, otherwise: number) =>
    value(name, (flag, text) => parseCount(flag, text, LIMITS[name]), otherwise);
  const scopes = value('scopes', (flag, text) => parseChoices(flag, text, SCOPES), [...SCOPES]);
  const work = parseWorkOptions(args, scopes);
  const options: RunOptions = {
    ...parseTopologyOptions(args),
    ...work,
    threads: args.threads === undefined ? null : count('threads', 0),
    reserveCpu: args['reserve-cpu'] === true,
    load: parseLoad(args, work),
    trials: count('trials', 10),
    sampleEvery: count('sample', 1),
    lock: value('lock', parseLock, 'auto'),
    seed: args.seed === undefined ? randomInt(2 ** 32) : count('seed', 0),
    baseline: textOf(args, 'baseline'),
    threshold: value('threshold', parsePercent, 0.01),
    silenced: value('no-warn', (flag, text) => parseChoices(flag, text, WARNING_CODES), []),
    pin: args['no-pin'] !== true,
    deadlineMs: value('deadline', parseDeadline, 30_000),
    force: args.force === true,
    out: textOf(args, 'out') ?? 'results',
    json: textOf(args, 'json'),
    format: value('format', (flag, text) => parseChoice(flag, text, REPORT_FORMATS), 'table'),
    redact: args.redact === true,
    quiet: args.quiet === true,
    scenario: null,
    warnings: [],
  };
  assertConsistent(options, scopes, args);
  return options;
}

function parseLock(flag: string, text: string): LockKind | 'auto' {
  return parseChoice(flag, text, ['auto', ...LOCK_KINDS]);
}

function parseDeadline(flag: string, text: string): number {
  return parseDurationMs(flag, text, LIMITS.deadlineMs);
}

/** Of items whose time is not known beforehand, a trial has as many as fit into a second. */
const DEFAULT_MS = 1000;

function parseLoad(args: Args, { workload, arrivalsPerSecond }: WorkOptions): TrialLoad {
  assertAtMostOne(args, ['items', 'duration']);
  const duration = textOf(args, 'duration');
  if (duration !== null) {
    return { kind: 'duration', ms: parseDurationMs('--duration', duration, LIMITS.durationMs) };
  }
  const isQuick = workload.kind === 'microbench' && arrivalsPerSecond === null;
  const items = textOf(args, 'items') ?? (isQuick ? '50000' : null);
  if (items === null) return { kind: 'duration', ms: DEFAULT_MS };
  return { kind: 'items', perThread: parseCount('--items', items, LIMITS.items) };
}

/** Flags that are fine each, but not together. */
function assertConsistent(options: RunOptions, scopes: readonly Scope[], args: Args): void {
  const { load, sampleEvery, deadlineMs } = options;
  assertOneOnStdout(args);
  if (load.kind === 'items' && sampleEvery > load.perThread) {
    const message = `--sample ${sampleEvery} times no item but the first of ${load.perThread}`;
    throw new WqbenchError('bad-option', message, 'lower --sample, or raise --items');
  }
  if (load.kind === 'duration' && load.ms >= deadlineMs) {
    const message = `--duration ${args.duration ?? `${load.ms}ms`} is not below the --deadline of ${deadlineMs}ms`;
    throw new WqbenchError('bad-option', message, 'lower --duration, or raise --deadline');
  }
  const policy = ['shards', 'shard-size', 'max-shards'].find((name) => args[name] !== undefined);
  if (policy !== undefined && !scopes.includes('cache_shard')) {
    const message = `--${policy} '${args[policy]}' is about cache_shard, which --scopes '${args.scopes}' leaves out`;
    throw new WqbenchError('bad-option', message, `add cache_shard, or leave out --${policy}`);
  }
}
