import { EXIT } from '../../core/errors.js';
import type { Command } from '../command.js';
import { assertOneOnStdout, text, textOf } from '../flags.js';

export const machinesCommand: Command = {
  name: 'machines',
  summary: 'List the machines that predict knows, with their costs and where these are from.',
  flags: {
    format: text('table, markdown or csv (table)'),
    json: text('write JSON to FILE, or - for stdout'),
  },
  examples: [['machines', 'names, topologies and costs']],
  async run(args, { io }) {
    assertOneOnStdout(args);
    const { showMachines } = await import('../show-machines.js');
    showMachines(textOf(args, 'format') ?? 'table', textOf(args, 'json'), io);
    return EXIT.ok;
  },
};
