import type { Prediction } from '../results/file/prediction-schema.js';
import type { TrialOutcome } from '../runner/trial-executor.js';
import { closedForm } from './closed-form/closed-form.js';
import type { Draw, Scenario } from './scenario.js';
import { simulate } from './simulation/simulate.js';
import type { Trace } from './timeline/trace.js';

export type ModelName = Prediction['model'];

/** Every model: what a trial of a scenario would bring. */
export const MODELS: Readonly<
  Record<ModelName, (scenario: Scenario, draw: Draw, trace?: Trace) => TrialOutcome>
> = {
  simulation: simulate,
  'closed-form': closedForm,
};
