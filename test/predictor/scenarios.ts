import { loadMachine } from '../../src/predictor/machine-files.js';
import type { Draw, Scenario } from '../../src/predictor/scenario.js';
import { type PredictionPlan, scenarioOf } from '../../src/predictor/scenario-of.js';
import type { MachineProfile } from '../../src/results/file/machine-schema.js';
import type { Configuration } from '../../src/scopes/configuration.js';
import { configurationsOf, plainScopes } from '../../src/scopes/configurations.js';
import type { Scope } from '../../src/scopes/scope.js';
import { parseSynthetic } from '../../src/topology/synthetic.js';

export const DRAW: Draw = { seed: 1, start: 'together', maxEvents: 5_000_000 };

/** 2 nodes, 4 LLCs, 8 cores, 16 CPUs. */
const SMALL = 'package:2 [numa] l3:2 core:2 pu:2';

/** A scenario of a small machine with the costs of Grace, unless changed. */
export function smallScenario(
  scope: Scope,
  changes: Partial<PredictionPlan> = {},
  rule: Partial<Pick<Configuration, 'affinityStrict' | 'wake'>> = {},
): Scenario {
  const topology = parseSynthetic(SMALL, SMALL);
  const { configurations } = configurationsOf(topology, plainScopes([scope]), [
    { kind: 'shards', shards: 2 },
  ]);
  return scenarioOf(
    { ...configurations[0]!, ...rule },
    {
      profile: loadMachine('grace-72c'),
      cpus: topology.cpus,
      submitters: topology.cpus.map(({ cpu }) => cpu),
      kworkers: 'threads',
      maxKworkers: null,
      workload: { kind: 'microbench' },
      distribution: 'fixed',
      lock: 'mcs',
      timesHolds: true,
      depth: 1,
      itemsPerThread: 100,
      ...changes,
    },
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
