import { EXIT, type ExitCode, WqbenchError } from '../core/errors.js';
import type { Io } from '../core/io.js';
import { createJobPool } from '../predictor/job-pool.js';
import type { ComparedRow } from '../predictor/predict-row.js';
import { validatedMachines, validateMachine } from '../predictor/validate.js';
import { TABLE_FORMATS } from '../report/formats.js';
import { renderValidation } from '../report/machine/validation.js';
import type { Args } from './command.js';
import { textOf } from './flags.js';
import { styleOf } from './terminal.js';
import { parseChoice } from './values.js';

const VALIDATE_FLAGS: readonly string[] = ['validate', 'machine', 'format'];

/** `wqbench predict --validate`: every published row beside its prediction, and the errors by group. */
export async function validatePredictions(args: Args, io: Io): Promise<ExitCode> {
  const other = Object.keys(args).find((name) => !VALIDATE_FLAGS.includes(name));
  if (other !== undefined) {
    const message = `--validate predicts what is published, so --${other} has no meaning`;
    throw new WqbenchError('bad-option', message, 'leave out one of them');
  }
  const known = validatedMachines();
  const machine = textOf(args, 'machine');
  if (machine !== null && !known.includes(machine)) {
    const message = `no microbenchmark of machine '${machine}' is published`;
    throw new WqbenchError('bad-option', message, `use one of ${known.join(', ')}`);
  }
  const format = parseChoice('--format', textOf(args, 'format') ?? 'table', TABLE_FORMATS);
  const jobs = createJobPool();
  const rows: ComparedRow[] = [];
  try {
    for (const name of machine === null ? known : [machine]) {
      rows.push(...(await validateMachine(name, jobs)));
    }
  } finally {
    await jobs.close();
  }
  io.stdout.write(renderValidation(rows, format, styleOf(io.stdout, io.env)));
  return EXIT.ok;
}
