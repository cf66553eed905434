import type { TrialOutcome } from '../runner/trial-executor.js';
import { MODELS, type ModelName } from './models.js';
import type { Draw, Scenario } from './scenario.js';

/** One trial for a model, as data that can go to another thread. */
export interface Job {
  readonly model: ModelName;
  readonly scenario: Scenario;
  readonly draw: Draw;
}

/** Runs jobs, at most `width` of them at a time. */
export interface JobRunner {
  readonly width: number;
  run(job: Job): Promise<TrialOutcome>;
  close(): Promise<void>;
}

export function runJob({ model, scenario, draw }: Job): TrialOutcome {
  return MODELS[model](scenario, draw);
}

/** In this thread. */
export const inThread: JobRunner = {
  width: 1,
  run: async (job) => runJob(job),
  close: async () => {},
};
