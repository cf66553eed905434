import { WAKE_POLICIES } from '../../native-free-bench/wake-policy.js';
import {
  needsFiles,
  parseWorkload,
  WORKLOAD_USAGE,
  type WorkloadKind,
  type WorkloadSpec,
} from '../../native-free-bench/workloads/workload-spec.js';
import { WqbenchError } from '../core/errors.js';
import type { KworkerPlan } from '../runner/trial-spec.js';
import type { ScopeRequest } from '../scopes/configurations.js';
import type { Scope } from '../scopes/scope.js';
import type { Args, Flags } from './command.js';
import { text, textOf, toggle } from './flags.js';
import { nearName } from './near-name.js';
import { parseChoice, parseChoices, parseCount, type Range } from './values.js';

/** What items do, who queues them, and who runs them. */
export interface WorkOptions {
  readonly workload: WorkloadSpec;
  /** Directory below which the workload's files go; null for the workload's own choice. */
  readonly dir: string | null;
  /** Items of a submitter in flight. */
  readonly depth: number;
  /** Open loop: items a second of each submitter; null for a closed loop. */
  readonly arrivalsPerSecond: number | null;
  /** Submitters, or how many to each CPU in use, at least one in all. */
  readonly issuers: { readonly count: number } | { readonly perCpu: number };
  /** CPU list that submitters are on, as typed; null for all in use. */
  readonly issuerCpus: string | null;
  readonly kworkers: KworkerPlan;
  readonly requests: readonly ScopeRequest[];
  readonly lockStats: boolean;
}

export const WORK_FLAGS = {
  workload: text(`what a work item does: ${Object.values(WORKLOAD_USAGE).join(', ')} (microbench)`),
  dir: text('directory for the files of fsync (the current one) and file (/dev/shm)'),
  depth: text('work items of a submitter in flight (1)'),
  rate: text('open loop: work items a second of each submitter'),
  issuers: text('submitters, spread evenly over the CPUs (one on each)'),
  'issuer-cpus': text('CPUs that submitters are on'),
  kworkers: text('inline: waiting submitters run the items; threads: real kworkers do (inline)'),
  'max-kworkers': text('most kworkers of a pool (as many as its pod has CPUs)'),
  'affinity-strict': toggle("bind kworkers to their pod's CPUs, not to all in use"),
  wake: text(`idle kworker to wake: ${WAKE_POLICIES.join(', ')}, several as lifo,local (lifo)`),
  'lock-stats': toggle('show where threads wait for locks, and time how long these are held'),
} as const satisfies Flags;

const LIMITS = {
  depth: [1, 4096],
  issuers: [1, 65_536],
  'max-kworkers': [1, 65_536],
} as const satisfies Record<string, Range>;

/** Flags that only kworker threads give a meaning. */
const FOR_THREADS = ['max-kworkers', 'affinity-strict', 'wake', 'issuers', 'issuer-cpus'];

/** Throws 'bad-option', naming flag and value. */
export function parseWorkOptions(args: Args, scopes: readonly Scope[]): WorkOptions {
  const count = (name: keyof typeof LIMITS) => {
    const text = textOf(args, name);
    return text === null ? null : parseCount(`--${name}`, text, LIMITS[name]);
  };
  const kind = parseChoice('--kworkers', textOf(args, 'kworkers') ?? 'inline', [
    'inline',
    'threads',
  ] as const);
  const workload = parseWorkloadFlag(textOf(args, 'workload') ?? 'microbench');
  assertMeaningful(args, kind, workload);
  const issuers = count('issuers');
  return {
    workload,
    dir: textOf(args, 'dir'),
    depth: count('depth') ?? 1,
    arrivalsPerSecond: parseRate(textOf(args, 'rate')),
    issuers: issuers === null ? { perCpu: 1 } : { count: issuers },
    issuerCpus: textOf(args, 'issuer-cpus'),
    kworkers: kind === 'inline' ? { kind } : { kind, most: count('max-kworkers') },
    requests: parseChoices('--wake', textOf(args, 'wake') ?? 'lifo', WAKE_POLICIES).map((wake) => ({
      scopes,
      affinityStrict: args['affinity-strict'] === true,
      wake,
    })),
    lockStats: args['lock-stats'] === true,
  };
}

/** Throws 'bad-option' with the usage of the workload that was meant. */
export function parseWorkloadFlag(text: string): WorkloadSpec {
  const workload = parseWorkload(text);
  if (workload !== null) return workload;
  const kinds = Object.keys(WORKLOAD_USAGE) as WorkloadKind[];
  const typed = text.split(':')[0]!;
  const near = kinds.find((kind) => kind === typed) ?? nearName(typed, kinds);
  const usage = near ? WORKLOAD_USAGE[near as WorkloadKind] : null;
  const nextStep = usage
    ? `give ${usage}, with sizes such as 512 or 4k and times in ns, a second at most`
    : `use one of ${Object.values(WORKLOAD_USAGE).join(', ')}`;
  throw new WqbenchError('bad-option', `--workload cannot be '${text}'`, nextStep);
}

const FASTEST = 10_000_000;

function parseRate(text: string | null): number | null {
  if (text === null) return null;
  const rate = /^\d+(\.\d+)?$/.test(text) ? Number(text) : 0;
  if (rate > 0 && rate <= FASTEST) return rate;
  const nextStep = `give items a second of each submitter, above 0 and up to ${FASTEST}`;
  throw new WqbenchError('bad-option', `--rate cannot be '${text}'`, nextStep);
}

function assertMeaningful(args: Args, kworkers: KworkerPlan['kind'], workload: WorkloadSpec): void {
  const needsThreads = FOR_THREADS.find((name) => args[name] !== undefined);
  if (kworkers === 'inline' && needsThreads !== undefined) {
    const message = `--${needsThreads} needs kworkers of their own: inline, each CPU's submitter plays that part`;
    throw new WqbenchError('bad-option', message, 'add --kworkers threads');
  }
  if (args['affinity-strict'] === true && args['no-pin'] === true) {
    const message = '--affinity-strict binds kworkers, and --no-pin binds nothing';
    throw new WqbenchError('bad-option', message, 'leave out one of them');
  }
  if (args.dir !== undefined && !needsFiles(workload)) {
    const message = `--dir '${args.dir}' is for files, and workload ${workload.kind} has none`;
    throw new WqbenchError('bad-option', message, 'leave it out, or use --workload fsync or file');
  }
}
