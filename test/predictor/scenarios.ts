import { loadMachine } from '../../src/predictor/machine-files.js';
import type { Draw, Scenario } from '../../src/predictor/scenario.js';
import {
  type Cut,
  microbenchPlan,
  type PredictionPlan,
  scenarioOf,
} from '../../src/predictor/scenario-of.js';
import type { MachineProfile } from '../../src/results/file/machine-schema.js';
import { configurationsOf, plainScopes } from '../../src/scopes/configurations.js';
import type { Scope } from '../../src/scopes/scope.js';
import { parseSynthetic } from '../../src/topology/synthetic.js';

export const DRAW: Draw = { seed: 1, start: 'together', maxEvents: 5_000_000 };

/** 2 nodes, 4 LLCs, 8 cores, 16 CPUs. */
export const SMALL = 'package:2 [numa] l3:2 core:2 pu:2';

/** A scenario of a small machine with the costs of Grace, unless changed. */
export function smallScenario(
  scope: Scope,
  changes: Partial<PredictionPlan> = {},
  rule: Partial<Cut> = {},
  numbered = (cpu: number) => cpu,
): Scenario {
  const topology = parseSynthetic(SMALL, SMALL);
  const { configurations } = configurationsOf(topology, plainScopes([scope]), [
    { kind: 'shards', shards: 2 },
  ]);
  const [configuration] = configurations;
  const pods = configuration!.pods.map((pod) => pod.map(numbered));
  const plan = microbenchPlan(loadMachine('grace-72c'), topology.cpus, 100);
  return scenarioOf(
    { ...configuration!, ...rule, pods },
    { ...plan, timesHolds: true, ...changes },
  );
}

/** The machine with some costs, in ns, changed. */
export function withCosts(
  machine: MachineProfile,
  costs: Partial<Record<keyof MachineProfile['costs'], number>>,
): MachineProfile {
  const changed = Object.entries(costs).map(([name, ns]) => [
    name,
    { ...machine.costs[name as keyof typeof costs], ns },
  ]);
  return { ...machine, costs: { ...machine.costs, ...Object.fromEntries(changed) } };
}
