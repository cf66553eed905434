import { EXIT } from '../../core/errors.js';
import type { Command } from '../command.js';
import { assertOneOnStdout, text, textOf } from '../flags.js';

export const referenceCommand: Command = {
  name: 'reference',
  summary: 'Show published results: the tables that the effect of affinity scopes is known from.',
  positionals: { name: 'NAME', describe: 'which one; none lists them', min: 0, max: 1 },
  flags: {
    format: text('table, markdown or csv (table)'),
    json: text('write JSON to FILE, or - for stdout'),
  },
  examples: [
    ['reference', 'what there is'],
    ['reference grace-72c', 'the sweep of a CPU with 72 cores on one LLC'],
  ],
  async run(args, { io }, [name = null]) {
    const format = textOf(args, 'format');
    const json = textOf(args, 'json');
    assertOneOnStdout(args);
    const { showReference } = await import('../show-reference.js');
    showReference({ name, format: format ?? 'table', json }, io);
    return EXIT.ok;
  },
};
