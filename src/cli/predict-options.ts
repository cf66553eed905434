import { FIFO_LOCKS } from '../../native-free-bench/locks/lock.js';
import { WqbenchError } from '../core/errors.js';
import { borrowCosts } from '../predictor/borrow-costs.js';
import { MODELS, type ModelName } from '../predictor/models.js';
import type { Duration } from '../predictor/scenario.js';
import { MODELLED_WORKLOADS } from '../predictor/scenario-of.js';
import type { MachineProfile } from '../results/file/machine-schema.js';
import type { Args } from './command.js';
import { assertAtMostOne, textOf } from './flags.js';
import { findMachine } from './machine-source.js';
import { parseRunOptions, type RunOptions } from './run-options.js';
import { parseChoice, parseCount } from './values.js';

/** All that `wqbench predict` was asked for. */
export interface PredictOptions {
  /** As for a run on that machine. */
  readonly run: RunOptions;
  readonly profile: MachineProfile;
  readonly model: ModelName;
  readonly distribution: Duration['kind'];
  /** What a submitter does for each item besides queueing it, in ns. */
  readonly issuerWorkNs: number;
  readonly unboundIssuers: boolean;
  readonly maxEvents: number;
  readonly explain: boolean;
  /** Directory for timelines; null for none. */
  readonly timeline: string | null;
}

const MODEL_NAMES = Object.keys(MODELS) as ModelName[];

const MOST_EVENTS = 500_000_000;
const LONGEST_WORK_NS = 1_000_000_000;

/** Throws 'bad-option' and 'bad-machine'. */
export function parsePredictOptions(args: Args): PredictOptions {
  const profile = machineOf(args);
  const kworkers = textOf(args, 'kworkers') ?? (profile.engine === 'inline' ? 'inline' : 'threads');
  const run = parseRunOptions({
    ...args,
    topology: profile.topology,
    kworkers,
    items: textOf(args, 'items') ?? '300',
    ...(textOf(args, 'model') === 'closed-form' ? { trials: '1' } : {}),
    seed: textOf(args, 'seed') ?? '1',
  });
  if (run.load.kind === 'duration' || run.arrivalsPerSecond !== null) {
    const message = 'predict counts items, in a closed loop';
    throw new WqbenchError('bad-option', message, 'use --items');
  }
  const model = parseChoice('--model', textOf(args, 'model') ?? 'simulation', MODEL_NAMES);
  const { kind } = run.workload;
  if (!MODELLED_WORKLOADS.some((known) => known === kind)) {
    const message = `--workload ${kind} has a cost that no model knows`;
    const nextStep = `use ${MODELLED_WORKLOADS.join(', ')}; spin:NS stands for work of that time`;
    throw new WqbenchError('bad-option', message, nextStep);
  }
  const timeline = textOf(args, 'timeline');
  const explain = args.explain === true;
  if (explain && (run.format === 'csv' || run.format === 'kernel')) {
    const message = `--explain is a table more, which --format ${run.format} has no place for`;
    throw new WqbenchError('bad-option', message, 'use --format table or markdown');
  }
  const issuerWork = textOf(args, 'issuer-work');
  const unboundIssuers = args['unbound-issuers'] === true;
  if (run.kworkers.kind === 'inline') assertInlineKnows({ issuerWork, unboundIssuers });
  if (unboundIssuers && run.workload.kind === 'downstream' && run.workload.span === 'node') {
    const message = '--unbound-issuers have no node whose lock --workload downstream:NS:node means';
    throw new WqbenchError('bad-option', message, 'leave out one of them, or use downstream:NS');
  }
  if (model === 'closed-form') assertInForm(run, { timeline, explain, unboundIssuers, args });
  const most = textOf(args, 'max-events');
  return {
    run,
    profile,
    model,
    distribution: parseChoice('--distribution', textOf(args, 'distribution') ?? 'fixed', [
      'fixed',
      'exponential',
    ] as const),
    issuerWorkNs:
      issuerWork === null ? 0 : parseCount('--issuer-work', issuerWork, [0, LONGEST_WORK_NS]),
    unboundIssuers,
    maxEvents: most === null ? MOST_EVENTS : parseCount('--max-events', most, [1, 1e11]),
    explain,
    timeline,
  };
}

function machineOf(args: Args): MachineProfile {
  assertAtMostOne(args, ['machine', 'topology']);
  assertAtMostOne(args, ['machine', 'costs-from']);
  const machine = textOf(args, 'machine');
  if (machine !== null) return findMachine(machine);
  const topology = textOf(args, 'topology');
  const costsFrom = textOf(args, 'costs-from');
  if (topology === null || costsFrom === null) {
    const message =
      topology === null ? 'predict needs a machine' : `--topology '${topology}' has no costs`;
    const nextStep =
      topology === null
        ? 'give --machine NAME (wqbench machines lists them), or --topology with --costs-from'
        : 'add --costs-from NAME; wqbench machines lists the names';
    throw new WqbenchError('bad-option', message, nextStep);
  }
  return elsewhere(findMachine(costsFrom), topology);
}

/** The machine's costs for another topology. */
function elsewhere(donor: MachineProfile, topology: string): MachineProfile {
  return {
    ...donor,
    name: `costs-of-${donor.name}`,
    description: `a topology as given, with the costs of ${donor.name}`,
    topology,
    costs: borrowCosts(donor),
    calibration: null,
  };
}

/** Of wqbench's own engine, whose submitters are bound and do nothing else. */
function assertInlineKnows(asked: { issuerWork: string | null; unboundIssuers: boolean }): void {
  if (asked.issuerWork === null && !asked.unboundIssuers) return;
  const flag = asked.unboundIssuers ? '--unbound-issuers' : '--issuer-work';
  const message = `${flag} needs kworkers of their own`;
  throw new WqbenchError('bad-option', message, 'add --kworkers threads');
}

/** Formulas are of closed loops without weight. */
function assertInForm(
  { workload, depth, requests, lockStats, lock, kworkers }: RunOptions,
  asked: Pick<PredictOptions, 'timeline' | 'explain' | 'unboundIssuers'> & { readonly args: Args },
): void {
  const beyond = [
    workload.kind === 'downstream' && '--workload downstream',
    depth > 1 && '--depth',
    lockStats && '--lock-stats',
    requests.some(({ affinityStrict }) => affinityStrict) && '--affinity-strict',
    requests.some(({ wake }) => wake !== 'lifo') && '--wake',
    asked.unboundIssuers && '--unbound-issuers',
    asked.args['issuer-work'] !== undefined && '--issuer-work',
    kworkers.kind === 'threads' && kworkers.most !== null && '--max-kworkers',
    asked.args.distribution === 'exponential' && '--distribution exponential',
    asked.args.trials !== undefined && '--trials',
    lock !== 'auto' && !FIFO_LOCKS.includes(lock) && `--lock ${lock}`,
    asked.timeline !== null && '--timeline',
    asked.explain && '--explain',
  ].find((flag) => flag !== false);
  if (beyond === undefined) return;
  const message = `--model closed-form knows nothing of ${beyond}`;
  throw new WqbenchError('bad-option', message, 'use --model simulation');
}
