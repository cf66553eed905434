import type { PlannedTrial } from '../plan/plan.js';
import type { TrialExecutor, TrialOutcome } from '../runner/trial-executor.js';
import type { Configuration } from '../scopes/configuration.js';
import type { Job, JobRunner } from './jobs.js';
import type { ModelName } from './models.js';
import { type Draw, STARTS } from './scenario.js';
import { type PredictionPlan, scenarioOf } from './scenario-of.js';

export interface PredictionOptions extends PredictionPlan {
  readonly model: ModelName;
  /** The trials to come, in their order: so they can be run ahead of being asked for. */
  readonly trials: readonly PlannedTrial[];
  readonly seed: number;
  readonly maxEvents: number;
  readonly jobs: JobRunner;
}

/** Seed and start of a round: two rounds share a seed and differ in how the threads start. */
export function drawOf(round: number, seed: number, maxEvents: number): Draw {
  return {
    seed: (seed + Math.floor(round / STARTS.length)) >>> 0,
    start: STARTS[round % STARTS.length]!,
    maxEvents,
  };
}

/** Runs trials in a model: virtual time, no threads of the machine's own. */
export function createPredictor(options: PredictionOptions): TrialExecutor {
  const { trials, jobs, itemsPerThread } = options;
  const ahead: (Promise<TrialOutcome> | null)[] = [];
  let asked = 0;

  const jobOf = ({ round, configuration }: PlannedTrial): Job => ({
    model: options.model,
    scenario: scenarioOf(configuration, options),
    draw: drawOf(round, options.seed, options.maxEvents),
  });

  const startUpTo = (count: number) => {
    while (ahead.length < Math.min(count, trials.length)) {
      const outcome = jobs.run(jobOf(trials[ahead.length]!));
      // A failure is for the one who asks for this trial.
      outcome.catch(() => {});
      ahead.push(outcome);
    }
  };

  return {
    source: 'predicted',
    async prepare() {
      return {
        pinning: 'none',
        warmUp: { rounds: 0, stable: true, slowestItemsPerSecond: 0 },
        itemsPerThread,
        warnings: [],
      };
    },
    probePairs: async () => [],
    arrange: async () => {},
    async runTrial(configuration: Configuration) {
      const index = asked++;
      if (trials[index]?.configuration !== configuration) {
        throw new Error('a predictor runs the trials it was made for, in their order');
      }
      startUpTo(index + 1 + jobs.width);
      const outcome = ahead[index];
      // Samples of many trials would fill the memory.
      ahead[index] = null;
      return outcome!;
    },
    close: () => jobs.close(),
  };
}
