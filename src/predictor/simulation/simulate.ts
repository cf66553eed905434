import { sumOf } from '../../core/sum-of.js';
import type { TrialOutcome } from '../../runner/trial-executor.js';
import { type Modelled, modelledItems, outcomeOf } from '../outcome.js';
import type { Draw, Scenario } from '../scenario.js';
import type { Trace } from '../timeline/trace.js';
import { InlineSimulation } from './inline-simulation.js';
import { KernelSimulation } from './kernel-simulation.js';

/** One trial by discrete events; without kworkers, that of wqbench's own inline engine. */
export function simulate(scenario: Scenario, draw: Draw, trace?: Trace): TrialOutcome {
  const inline = scenario.mostKworkers === null;
  const Simulation = inline ? InlineSimulation : KernelSimulation;
  const simulation = new Simulation(scenario, draw, trace);
  simulation.run();
  return outcomeOf(scenario, draw, modelledBy(simulation, scenario, draw));
}

function modelledBy(
  simulation: InlineSimulation | KernelSimulation,
  { mostKworkers, submitters }: Scenario,
  { maxEvents }: Draw,
): Modelled {
  const { items, locks, scheduler } = simulation;
  const modelled = modelledItems(items, scheduler.now, maxEvents);
  const pools = 'pools' in simulation ? simulation.pools : null;
  let next = submitters.length;
  const kworkers = mostKworkers?.map((most, pool) => {
    const first = next;
    next += most;
    return Array.from({ length: pools!.created[pool]! }, (_, k) => items.executedOf(first + k));
  });
  const { busyNs } = scheduler.cpus;
  const busyPart = sumOf([...busyNs], (ns) => ns) / (busyNs.length * modelled.elapsedNs);
  return {
    ...modelled,
    kworkers: kworkers ?? null,
    poolCounters: pools,
    locks,
    busyPart,
    events: scheduler.events,
  };
}
