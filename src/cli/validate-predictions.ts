import { EXIT, type ExitCode, WqbenchError } from '../core/errors.js';
import type { Io } from '../core/io.js';
import { createJobPool } from '../predictor/job-pool.js';
import { type ValidatedRow, validatedMachines, validateMachine } from '../predictor/validate.js';
import { renderValidation } from '../report/machine/validation.js';
import type { Args } from './command.js';
import { textOf } from './flags.js';
import { parseTableFormat } from './table-format.js';
import { styleOf } from './terminal.js';

/** `wqbench predict --validate`: every published row beside its prediction, and the errors by group. */
export async function validatePredictions(args: Args, io: Io): Promise<ExitCode> {
  const known = validatedMachines();
  const machine = textOf(args, 'machine');
  if (machine !== null && !known.includes(machine)) {
    const message = `no microbenchmark of machine '${machine}' is published`;
    throw new WqbenchError('bad-option', message, `use one of ${known.join(', ')}`);
  }
  const format = parseTableFormat(args);
  const jobs = createJobPool();
  const rows: ValidatedRow[] = [];
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
