import { EXIT, WqbenchError } from '../../core/errors.js';
import type { Command } from '../command.js';
import { textOf } from '../topology-flags.js';

export const referenceCommand: Command = {
  name: 'reference',
  summary: 'Show published results: the tables that the effect of affinity scopes is known from.',
  positionals: { name: 'NAME', describe: 'which one; none lists them', min: 0, max: 1 },
  flags: {
    format: { type: 'string', requiresArg: true, describe: 'table, markdown or csv (table)' },
    json: { type: 'string', requiresArg: true, describe: 'write JSON to FILE, or - for stdout' },
  },
  examples: [
    ['reference', 'what there is'],
    ['reference grace-72c', 'the sweep of a CPU with 72 cores on one LLC'],
  ],
  async run(args, { io }, [name = null]) {
    const format = textOf(args, 'format');
    const json = textOf(args, 'json');
    if (json === '-' && format !== null) {
      const message = `--json - leaves no room on stdout for --format '${format}'`;
      const nextStep = 'leave out --format, or write --json to a file';
      throw new WqbenchError('bad-option', message, nextStep);
    }
    const { showReference } = await import('../show-reference.js');
    showReference({ name, format: format ?? 'table', json }, io);
    return EXIT.ok;
  },
};
