import { EXIT, type ExitCode, WqbenchError } from '../core/errors.js';
import { calibrate } from '../predictor/calibrate/calibrate.js';
import { isNamed, isSameCut, tellingRows } from '../predictor/calibrate/rows.js';
import { type ComparedRow, predictRow, type TargetRow } from '../predictor/predict-row.js';
import { FIT_COLUMNS } from '../report/machine/fit-table.js';
import { renderCosts } from '../report/machine/machine-list.js';
import { renderTextTable } from '../report/text/text-table.js';
import { readPrimitives } from '../results/file/primitives-file.js';
import { assertWritableFile } from '../results/file/writable.js';
import type { Args, CommandContext } from './command.js';
import { type Fit, fitOf } from './fit-result.js';
import { textOf } from './flags.js';
import { writeTextFile } from './output.js';
import { placeOf, readSources, type Source } from './sources.js';
import { styleOf } from './terminal.js';

const SEEDS = 5;

/** `wqbench calibrate`: fits a machine's costs to rows of a result, and writes its file. */
export async function calibrateMachine(args: Args, { io }: CommandContext): Promise<ExitCode> {
  const from = textOf(args, 'from');
  const out = textOf(args, 'out');
  if (from === null || out === null) {
    const missing = from === null ? '--from' : '--out';
    const nextStep =
      from === null ? 'give --from RUN or reference:NAME' : 'give --out FILE for the machine';
    throw new WqbenchError('bad-option', `calibrate needs ${missing}`, nextStep);
  }
  assertWritableFile(out);
  const [{ set, result }] = readSources([from]) as [Source];
  const document = result?.document;
  const run = document === undefined || document.source === 'imported' ? null : document;
  const costsFrom = textOf(args, 'costs-from');
  const primitives = textOf(args, 'primitives');
  if (primitives !== null && run?.kworkers !== 'inline') {
    const message = `--primitives are of wqbench's own loop, and ${from} is no run of it`;
    throw new WqbenchError(
      'bad-option',
      message,
      'leave it out, or give a run with inline kworkers',
    );
  }
  const subject = {
    place: placeOf(from),
    set,
    run,
    primitives: primitives === null ? null : readPrimitives(primitives),
  };
  const fit = fitOf(subject, textOf(args, 'topology'), costsFrom);
  const { targets, start, plan } = fit;
  const chosen = chooseRows(fit, textOf(args, 'rows'), costsFrom !== null);
  const scale = costsFrom !== null && chosen.length === 1;
  const profile = calibrate(chosen, start, plan, from, scale);
  writeTextFile(out, `${JSON.stringify(profile, null, 2)}\n`);
  const rows = targets.map(
    (target): ComparedRow => ({
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

/** Throws 'bad-option' for a name that no row has. */
function chooseRows(
  { targets, start }: Fit,
  words: string | null,
  scales: boolean,
): readonly TargetRow[] {
  const known = targets.map((target) => target.names.join(', ')).join(', ');
  if (words === null) {
    const telling = tellingRows(targets, start.engine);
    if (telling.length > 1 || (scales && telling.length === 1)) return telling;
    const which = start.engine === 'inline' ? 'rows' : 'rows of caches and shards';
    const size = start.engine === 'inline' ? '' : ', of 2 CPUs or more';
    const message = `no two ${which} have pools of different sizes${size}`;
    throw new WqbenchError(
      'bad-option',
      message,
      `name rows with --rows, of ${known || 'another result'}`,
    );
  }
  return words.split(',').map((word) => {
    const found = targets.find((target) => isNamed(target, word.trim()));
    if (found !== undefined) return found;
    throw new WqbenchError('bad-option', `--rows '${word}' is no row`, `use some of ${known}`);
  });
}
