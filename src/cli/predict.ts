import { type ExitCode, WqbenchError } from '../core/errors.js';
import type { Io } from '../core/io.js';
import { seededRandom } from '../core/prng.js';
import { sumOf } from '../core/sum-of.js';
import type { Warning } from '../core/warnings.js';
import { planTrials } from '../plan/plan.js';
import { createPredictor, drawOf, type PredictionOptions } from '../predictor/executor.js';
import { createJobPool } from '../predictor/job-pool.js';
import { inThread } from '../predictor/jobs.js';
import { MODELS } from '../predictor/models.js';
import { type PredictionPlan, scenarioOf } from '../predictor/scenario-of.js';
import { createChromeTrace } from '../predictor/timeline/chrome-trace.js';
import { renderParts } from '../report/machine/parts-table.js';
import { serialiseRun } from '../results/file/run-store.js';
import { assertWritableDirectory } from '../results/file/writable.js';
import type { MachineEnvironment } from '../runner/environment.js';
import { placeOnOwnCpus } from '../runner/placement.js';
import { type RunFrame, type RunOutcome, runPlan } from '../runner/run-plan.js';
import type { TrialExecutor } from '../runner/trial-executor.js';
import { configurationsOf } from '../scopes/configurations.js';
import { topologyInUse } from '../topology/topology-in-use.js';
import type { CommandContext } from './command.js';
import { listenForInterrupt } from './interrupt.js';
import { conductRun, exitCodeOf } from './measure.js';
import { assertJsonTarget, writeFiles, writeJson } from './output.js';
import type { PredictOptions } from './predict-options.js';
import { frameRun } from './run-frame.js';
import type { RunOptions } from './run-options.js';
import { progressOf, save } from './run-trials.js';
import { findBaseline, placeIssuers, type Setup, takeFirst } from './set-up.js';
import { styleOf } from './terminal.js';

/** `wqbench predict`: a run on a machine that need not be there. */
export async function predict(options: PredictOptions, context: CommandContext): Promise<ExitCode> {
  const { run } = options;
  assertJsonTarget(run.json);
  if (options.timeline !== null) assertWritableDirectory(options.timeline);
  const outcome = await predictRun(options, context);
  if (outcome.run !== null && options.explain && run.json !== '-') {
    const { io } = context;
    const format = run.format === 'markdown' ? 'markdown' : 'table';
    io.stdout.write(`\n${renderParts(outcome.run, format, styleOf(io.stdout, io.env))}`);
  }
  if (options.timeline !== null) writeTimelines(options, options.timeline, context.io);
  if (outcome.run !== null) writeJson(run.json, serialiseRun(outcome.run), context.io);
  return exitCodeOf(outcome);
}

/** Items a thread in a timeline: more would be too much to look at. */
const TIMELINE_ITEMS = 20;

function writeTimelines(options: PredictOptions, directory: string, io: Io): void {
  const setup = setUpModel(options, io.root);
  const plan = { ...planOf(options, setup), itemsPerThread: TIMELINE_ITEMS };
  const files = setup.configurations.map((configuration) => {
    const scenario = scenarioOf(configuration, plan);
    const trace = createChromeTrace(scenario.machine);
    MODELS.simulation(scenario, drawOf(0, options.run.seed, options.maxEvents), trace);
    return {
      name: `${configuration.label.replaceAll(/[^\w=.+-]+/g, '_')}.json`,
      text: trace.text(),
    };
  });
  writeFiles(files, directory, io);
}

/** One predicted run with its report, but without `--json`. */
async function predictRun(options: PredictOptions, context: CommandContext): Promise<RunOutcome> {
  const { io } = context;
  const { run, profile } = options;
  assertWritableDirectory(run.out);
  const setup = setUpModel(options, io.root);
  return conductRun(run, profile.name, io, async (store) => {
    const { configurations } = setup;
    const trials = planTrials(configurations, run.trials, seededRandom(run.seed));
    const frame = framePrediction(options, setup, context);
    const progress = progressOf(run, configurations.length, io);
    const interrupt = listenForInterrupt(io);
    progress.start(`simulating ${configurations.length} configurations`);
    // Virtual time has no date: equal seeds give equal bytes.
    const startedAt = new Date(frame.startedAt);
    try {
      return await runPlan(frame, configurations, trials, predictorOf(options, setup, trials), {
        now: () => startedAt,
        interrupt: interrupt.signal,
        readUsage: () => NO_USAGE,
        readDeviceTime: () => null,
        onPrepared() {},
        onTrial(current) {
          save(current, store);
          progress.trialDone(current.trials.length, trials.length);
        },
      });
    } finally {
      progress.end();
      interrupt.stop();
    }
  });
}

/** Decides all parts of a prediction. Throws a `WqbenchError` of a usage code. */
function setUpModel({ run, profile }: PredictOptions, root: string): Setup {
  const { topology: all } = topologyInUse(run.topology, run.cpus, root);
  const topology = takeFirst(all, run.threads);
  const submitters = placeIssuers(run, topology);
  assertSize(run, submitters.length);
  const { configurations, warnings } = configurationsOf(topology, run.requests, run.policies);
  const cpus = topology.cpus.map(({ cpu }) => cpu);
  return {
    topology,
    modelled: false,
    placement: placeOnOwnCpus(cpus),
    configurations,
    submitters,
    baseline: findBaseline(run.baseline, configurations),
    lock: run.lock === 'auto' ? 'mcs' : run.lock,
    environment: { ...NO_ENVIRONMENT, cpuModel: profile.name },
    warnings: [...run.warnings, ...topology.warnings, ...warnings],
  };
}

/** Samples of one trial, of which a few are held at a time, 12 bytes each. */
const MOST_SAMPLES = 16_000_000;
const MOST_IN_FLIGHT = 4_000_000;

function assertSize({ load, depth }: RunOptions, submitters: number): void {
  const items = load.kind === 'items' ? load.perThread : 0;
  const samples = submitters * items;
  const inFlight = submitters * depth;
  if (samples <= MOST_SAMPLES && inFlight <= MOST_IN_FLIGHT) return;
  const message = `${submitters} threads of ${items} items at depth ${depth} are more than the ${MOST_SAMPLES} items, ${MOST_IN_FLIGHT} of them in flight, that a trial may have`;
  throw new WqbenchError('bad-option', message, 'lower --items, --depth or --threads');
}

function predictorOf(
  options: PredictOptions,
  setup: Setup,
  trials: PredictionOptions['trials'],
): TrialExecutor {
  const { run, model, maxEvents } = options;
  const jobs = model === 'closed-form' ? inThread : createJobPool();
  return createPredictor({
    ...planOf(options, setup),
    model,
    trials,
    seed: run.seed,
    maxEvents,
    jobs,
  });
}

function planOf(options: PredictOptions, setup: Setup): PredictionPlan {
  const { run, profile, distribution } = options;
  const { topology, submitters, lock } = setup;
  const { kworkers, workload, lockStats, depth, load } = run;
  return {
    profile,
    cpus: topology.cpus,
    submitters,
    submittersBound: !options.unboundIssuers,
    submitterWorkNs: options.issuerWorkNs,
    kworkers: kworkers.kind,
    maxKworkers: kworkers.kind === 'threads' ? kworkers.most : null,
    workload,
    distribution,
    lock,
    timesHolds: lockStats,
    depth,
    itemsPerThread: load.kind === 'items' ? load.perThread : 0,
  };
}

function framePrediction(
  options: PredictOptions,
  setup: Setup,
  { io, argv }: CommandContext,
): RunFrame {
  const { run, profile, model } = options;
  const startedAt = io.now();
  const occasion = { startedAt, host: profile.name, command: argv, clock: null, files: null };
  const frame = frameRun(run, setup, { ...occasion, warnings: [] });
  const plan = planOf(options, setup);
  return {
    ...frame,
    warnings: [...frame.warnings, ...modelLimits(setup, run)],
    configurations: frame.configurations.map((configuration, nth) => {
      const { mostKworkers } = scenarioOf(setup.configurations[nth]!, plan);
      return { ...configuration, kworkers: sumOf(mostKworkers ?? [], (most) => most) };
    }),
    source: 'predicted',
    prediction: { model, machine: profile },
    options: {
      ...run,
      machine: profile.name,
      model,
      distribution: options.distribution,
      issuerWorkNs: options.issuerWorkNs,
      unboundIssuers: options.unboundIssuers,
    },
  };
}

/** Where the model is known to be wrong. */
function modelLimits({ configurations }: Setup, { kworkers }: RunOptions): Warning[] {
  const own = configurations.filter(({ pods }) => pods.every((pod) => pod.length === 1));
  if (kworkers.kind === 'inline' || own.length === 0) return [];
  const message = `${own.map(({ label }) => label).join(', ')}: every item wakes a kworker on the submitter's own CPU, which the model does not explain: wqbench predict --validate shows how far off it is`;
  return [{ code: 'pools-of-one-cpu', message }];
}

const NO_USAGE = {
  atMs: 0,
  cpus: 0,
  userMs: null,
  systemMs: null,
  stealMs: null,
  busyMs: null,
  ownMs: 0,
  throttledMs: null,
};

const NO_ENVIRONMENT: MachineEnvironment = {
  cpuModel: null,
  architecture: null,
  kernel: null,
  node: null,
  v8: null,
  virtualisation: null,
  governor: null,
  boost: null,
  loadAverage: null,
  allowedCpus: null,
  onlineCpus: null,
  cgroupCpuQuota: null,
  totalMemoryBytes: null,
  availableMemoryBytes: null,
};
