import { sumOf } from '../../core/sum-of.js';
import type { TrialOutcome } from '../../runner/trial-executor.js';
import { type Modelled, modelledItems, outcomeOf } from '../outcome.js';
import type { Draw, Scenario } from '../scenario.js';
import type { Trace } from '../timeline/trace.js';
import { InlineSimulation } from './inline-simulation.js';
import { KernelSimulation } from './kernel-simulation.js';

/** One trial by discrete events; without kworkers, that of wqbench's own inline engine. */
export function simulate(scenario: Scenario, draw: Draw, trace?: Trace): TrialOutcome {
  const run = scenario.mostKworkers === null ? simulateInline : simulateKernel;
  return outcomeOf(scenario, draw, run(scenario, draw, trace ?? null));
}

function simulateKernel(scenario: Scenario, draw: Draw, trace: Trace | null): Modelled {
  const simulation = new KernelSimulation(scenario, draw, trace);
  simulation.run();
  const { items, locks, pools, cpus, now, events } = simulation;
  const { mostKworkers, submitters } = scenario;
  let next = submitters.length;
  const kworkers = mostKworkers!.map((most, pool) => {
    const first = next;
    next += most;
    return Array.from({ length: pools.created[pool]! }, (_, nth) => items.executedOf(first + nth));
  });
  const modelled = modelledItems(items, now, draw.maxEvents);
  const cpuNs = cpus.busyNs.length * modelled.elapsedNs;
  const busyPart = sumOf([...cpus.busyNs], (ns) => ns) / cpuNs;
  return { ...modelled, kworkers, poolCounters: pools, locks, busyPart, events };
}

function simulateInline(scenario: Scenario, draw: Draw, trace: Trace | null): Modelled {
  const simulation = new InlineSimulation(scenario, draw, trace);
  simulation.run();
  const { items, locks, now, events } = simulation;
  const modelled = modelledItems(items, now, draw.maxEvents);
  const busyPart = scenario.submitters.length / scenario.machine.cpus.length;
  return { ...modelled, kworkers: null, poolCounters: null, locks, busyPart, events };
}
