import { EXIT, type ExitCode, WqbenchError } from '../core/errors.js';
import { borrowCosts } from '../predictor/borrow-costs.js';
import { calibrate } from '../predictor/calibrate/calibrate.js';
import { isNamed, isSameCut, targetRows, tellingRows } from '../predictor/calibrate/rows.js';
import { predictRow, type TargetRow } from '../predictor/predict-row.js';
import type { PredictionPlan } from '../predictor/scenario-of.js';
import { syntheticOf } from '../predictor/synthetic-of.js';
import { FIT_COLUMNS, type FittedRow } from '../report/machine/fit-table.js';
import { renderCosts } from '../report/machine/machine-list.js';
import { renderTextTable } from '../report/text/text-table.js';
import type { MachineProfile } from '../results/file/machine-schema.js';
import { assertWritableFile } from '../results/file/writable.js';
import { loadReference } from '../results/reference/reference.js';
import { buildTopology } from '../topology/build-topology.js';
import { parseTopology } from '../topology/load-topology.js';
import type { Topology } from '../topology/topology.js';
import { topologyInUse } from '../topology/topology-in-use.js';
import type { Args, CommandContext } from './command.js';
import { textOf } from './flags.js';
import { findMachine } from './machine-source.js';
import { writeTextFile } from './output.js';
import { placeOf, readSources, type Source } from './sources.js';
import { styleOf } from './terminal.js';

/** Items a thread of the simulations that a fit is made of. */
const FIT_ITEMS = 150;

const SEEDS = 5;

/** `wqbench calibrate`: fits a machine's costs to rows of a result, and writes its file. */
export async function calibrateMachine(args: Args, { io }: CommandContext): Promise<ExitCode> {
  const from = textOf(args, 'from');
  const out = textOf(args, 'out');
  if (from === null || out === null) {
    const missing = from === null ? '--from' : '--out';
    const nextStep = 'give --from RUN or reference:NAME, and --out FILE';
    throw new WqbenchError('bad-option', `calibrate needs ${missing}`, nextStep);
  }
  assertWritableFile(out);
  const [source] = readSources([from]) as [Source];
  const given = textOf(args, 'costs-from');
  const { topology, text } = topologyFor(source, placeOf(from), textOf(args, 'topology'), io.root);
  const targets = targetRows(source.set, topology);
  const start = startFrom(source, given, text);
  const chosen = chooseRows(targets, textOf(args, 'rows'), start.engine);
  const plan = planFor(source, topology);
  const scale = given !== null && chosen.length === 1;
  const { profile } = calibrate(chosen, start, plan, from, scale);
  writeTextFile(out, `${JSON.stringify(profile, null, 2)}\n`);
  const rows = targets.map(
    (target): FittedRow => ({
      machine: profile.name,
      target,
      predicted: predictRow(target, { ...plan, profile }, SEEDS),
      calibrated: chosen.some((row) => isSameCut(row, target)),
    }),
  );
  const style = styleOf(io.stdout, io.env);
  io.stdout.write(renderCosts(profile, style));
  io.stdout.write(`\n${renderTextTable(FIT_COLUMNS, rows, style)}\n`);
  io.stdout.write('* calibrated on; the other rows are predicted.\n');
  io.stdout.write(`${out}\n`);
  return EXIT.ok;
}

/** The machine of a run, fitted to the rows of that run which tell most. */
export function fitRun(place: string): MachineProfile {
  const [source] = readSources([place]) as [Source];
  const { topology, text } = topologyFor(source, place, null, '/');
  const start = startFrom(source, null, text);
  const chosen = tellingRows(targetRows(source.set, topology), start.engine);
  return calibrate(chosen, start, planFor(source, topology), place, false).profile;
}

/** What all simulations of a source's rows have in common. */
function planFor({ result }: Source, { cpus }: Topology): Omit<PredictionPlan, 'profile'> {
  const run = result?.document.source === 'measured' ? result.document : null;
  return {
    cpus,
    submitters: cpus.map(({ cpu }) => cpu),
    kworkers: run?.kworkers ?? 'threads',
    maxKworkers: run?.maxKworkers ?? null,
    workload: { kind: 'microbench' },
    distribution: 'fixed',
    lock: run?.lock.kind ?? 'mcs',
    timesHolds: false,
    depth: run?.depth ?? 1,
    itemsPerThread: FIT_ITEMS,
  };
}

function topologyFor(
  { result }: Source,
  place: string,
  given: string | null,
  root: string,
): { readonly topology: Topology; readonly text: string } {
  if (given !== null) {
    const { topology } = topologyInUse({ kind: 'description', text: given }, null, root);
    return { topology, text: syntheticOf(topology.cpus) ?? given };
  }
  const document = result?.document;
  if (document !== undefined && document.source !== 'imported') {
    const { source, cpus } = document.topology;
    const facts = cpus.map((cpu) => ({ ...cpu }));
    const topology = buildTopology(source, facts);
    const text = syntheticOf(topology.cpus);
    if (text !== null) return { topology, text };
  }
  if (place.startsWith('reference:')) {
    const reference = loadReference(place.slice('reference:'.length));
    if ('topology' in reference)
      return {
        topology: parseTopology(reference.topology, reference.id),
        text: reference.topology,
      };
  }
  const message = `${place} does not say what the machine looks like`;
  throw new WqbenchError('bad-option', message, 'add --topology with an hwloc synthetic string');
}

/** Throws 'bad-option' for a name that no row has. */
function chooseRows(
  targets: readonly TargetRow[],
  words: string | null,
  engine: MachineProfile['engine'],
): TargetRow[] {
  if (words === null) return tellingRows(targets, engine);
  return words.split(',').map((word) => {
    const found = targets.find((target) => isNamed(target, word.trim()));
    if (found !== undefined) return found;
    const names = targets.map(({ label }) => label).join(', ');
    throw new WqbenchError('bad-option', `--rows '${word}' is no row`, `use some of ${names}`);
  });
}

/** The machine whose costs a fit begins with, and keeps where no row tells. */
function startFrom(
  { name, result, set }: Source,
  given: string | null,
  topology: string,
): MachineProfile {
  const donor = findMachine(given ?? 'epyc-9d64');
  const document = result?.document;
  const inline = document?.source === 'measured' && document.kworkers === 'inline';
  return {
    ...donor,
    name: name.replaceAll(/[^\w.+-]/g, '-'),
    description: `calibrated from ${name}, ${set.origin}`,
    topology,
    engine: inline ? 'inline' : 'kernel',
    costs: inline ? inlineCosts(borrowCosts(donor)) : borrowCosts(donor),
    calibration: null,
  };
}

/** Of wqbench's own loop: nobody sleeps, and the list operations are a few ns of compiled code. */
function inlineCosts(costs: MachineProfile['costs']): MachineProfile['costs'] {
  const assumed = (ns: number) => ({
    ns,
    provenance: 'assumed' as const,
    from: 'the size of a cache miss or of a clock read on current machines',
    interval: null,
  });
  return {
    ...costs,
    lock: assumed(100),
    section: assumed(20),
    crossLlc: assumed(40),
    crossNode: assumed(100),
    think: assumed(60),
  };
}
