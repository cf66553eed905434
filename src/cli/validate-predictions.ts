import { EXIT, type ExitCode, WqbenchError } from '../core/errors.js';
import type { Io } from '../core/io.js';
import { createJobPool } from '../predictor/job-pool.js';
import { microbenchMachines } from '../predictor/published/microbench.js';
import { predictPublished, publishedMachines } from '../predictor/published/published.js';
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
  const known = publishedMachines();
  const machine = textOf(args, 'machine');
  if (machine !== null && !known.includes(machine)) {
    const message = `no table of machine '${machine}' is published`;
    throw new WqbenchError('bad-option', message, `use one of ${known.join(', ')}`);
  }
  const format = parseChoice('--format', textOf(args, 'format') ?? 'table', TABLE_FORMATS);
  const jobs = createJobPool();
  try {
    const all = format === 'csv' ? microbenchMachines() : known;
    const published = await predictPublished(machine === null ? all : [machine], jobs);
    io.stdout.write(renderValidation(published, format, styleOf(io.stdout, io.env)));
  } finally {
    await jobs.close();
  }
  return EXIT.ok;
}
