import { WqbenchError } from '../core/errors.js';
import { borrowCosts } from '../predictor/borrow-costs.js';
import { calibrate } from '../predictor/calibrate/calibrate.js';
import { inlineCosts } from '../predictor/calibrate/inline-costs.js';
import { targetRows, tellingRows } from '../predictor/calibrate/rows.js';
import type { TargetRow } from '../predictor/predict-row.js';
import { microbenchPlan, type PredictionPlan } from '../predictor/scenario-of.js';
import { syntheticOf } from '../predictor/synthetic-of.js';
import type { MachineProfile } from '../results/file/machine-schema.js';
import type { LoopPrimitives } from '../results/file/primitives-file.js';
import { readResult } from '../results/file/read-result.js';
import type { Run } from '../results/file/run-file.js';
import { loadReference } from '../results/reference/reference.js';
import { type ResultSet, resultSetOf } from '../results/result-set.js';
import { loadTopology } from '../topology/load-topology.js';
import type { Cpu } from '../topology/topology.js';
import { findMachine } from './machine-source.js';

/** A result whose machine's costs are wanted. */
export interface Subject {
  /** As typed. */
  readonly place: string;
  readonly set: ResultSet;
  /** Null for an imported log and for a published table. */
  readonly run: Run | null;
  /** Null: not measured. */
  readonly primitives: LoopPrimitives | null;
}

/** What a fit begins with. */
export interface Fit {
  readonly targets: readonly TargetRow[];
  readonly start: MachineProfile;
  readonly plan: PredictionPlan;
}

/** Items a thread of the simulations that a fit is made of. */
const FIT_ITEMS = 150;

const DONOR = 'epyc-9d64';

/**
 * A microbenchmark on a machine that the result, or `topology`, describes; costs that no row tells
 * are those of `costsFrom`. Throws 'bad-option' where the result is none, or does not say enough.
 */
export function fitOf(subject: Subject, topology: string | null, costsFrom: string | null): Fit {
  const { set, run, place } = subject;
  if (set.facts.workload !== 'microbench' || run?.arrivalsPerSecond) {
    const message = `${place} is of workload ${set.facts.workload}${run?.arrivalsPerSecond ? ' in an open loop' : ''}, and costs are fitted to microbench in a closed one`;
    throw new WqbenchError('bad-option', message, 'make a run with the default workload');
  }
  if (run?.source === 'predicted') {
    const message = `${place} is a prediction, and costs are fitted to what was measured`;
    throw new WqbenchError('bad-option', message, 'give a measured run, or reference:NAME');
  }
  const machine = topology === null ? describedBy(subject) : described(topology);
  const start = startFrom(subject, machine, findMachine(costsFrom ?? DONOR));
  const plan = microbenchPlan(start, machine.cpus, FIT_ITEMS);
  const targets = targetRows(set, { ...machine, warnings: [] });
  return { targets, start, plan: run === null ? plan : planOfRun(run, plan) };
}

/** The machine of a run, fitted to the rows of that run which tell most. Throws 'bad-option'. */
export function fitRun(place: string): MachineProfile {
  const { document, schemaVersion } = readResult(place);
  const run = document.source === 'imported' ? null : document;
  const set = resultSetOf(place, document, schemaVersion);
  const { targets, start, plan } = fitOf({ place, set, run, primitives: null }, null, null);
  return calibrate(tellingRows(targets, start.engine), start, plan, place, false);
}

/** As a run was: who queued and who ran its items, and behind which lock. */
export function planOfRun(run: Run, plan: PredictionPlan): PredictionPlan {
  return {
    ...plan,
    submitters: run.trials[0]?.threads.map(({ cpu }) => cpu) ?? plan.submitters,
    kworkers: run.kworkers,
    maxKworkers: run.maxKworkers,
    lock: run.lock.kind,
    depth: run.depth,
  };
}

interface Described {
  readonly source: { readonly kind: 'synthetic'; readonly name: string };
  readonly cpus: readonly Cpu[];
}

function describedBy({ place, run }: Subject): Described {
  const known = run === null ? null : syntheticOf(run.topology.cpus);
  if (known !== null) return described(known);
  const [, id] = /^reference:(.*)$/.exec(place) ?? [];
  const reference = id === undefined ? null : loadReference(id);
  if (reference !== null && 'topology' in reference) return described(reference.topology);
  const message = `${place} does not say what the machine looks like`;
  throw new WqbenchError('bad-option', message, 'add --topology with an hwloc synthetic string');
}

/** Throws 'bad-topology', and 'bad-option' for a machine that no synthetic string describes. */
function described(text: string): Described {
  const { topology } = loadTopology({ kind: 'description', text }, '/');
  const name = topology.source.kind === 'synthetic' ? text : syntheticOf(topology.cpus);
  if (name !== null) return { source: { kind: 'synthetic', name }, cpus: topology.cpus };
  const message = `${text} has nodes, caches or cores of different sizes`;
  throw new WqbenchError('bad-option', message, 'give an hwloc synthetic string that is near it');
}

/** The machine whose costs a fit begins with, and keeps where no row tells. */
function startFrom({ set, run, primitives }: Subject, machine: Described, donor: MachineProfile) {
  const inline = run?.kworkers === 'inline';
  const costs = borrowCosts(donor);
  return {
    ...donor,
    name: set.name.replaceAll(/[^\w.+-]/g, '-'),
    description: `calibrated from ${set.name}, ${set.origin}`,
    topology: machine.source.name,
    engine: inline ? ('inline' as const) : ('kernel' as const),
    costs: inline ? inlineCosts(costs, run, primitives) : costs,
    calibration: null,
  };
}
