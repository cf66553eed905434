import { EXIT } from '../../core/errors.js';
import type { Command } from '../command.js';
import { assertOneOnStdout, text, textOf } from '../flags.js';

export const scenariosCommand: Command = {
  name: 'scenarios',
  summary: 'List the published loads that run --scenario repeats in the size of this machine.',
  flags: {
    format: text('table, markdown or csv (table)'),
    json: text('write JSON to FILE, or - for stdout'),
  },
  examples: [['scenarios', 'names, and what each does']],
  async run(args, { io }) {
    assertOneOnStdout(args);
    const { showScenarios } = await import('../show-scenarios.js');
    showScenarios(textOf(args, 'format') ?? 'table', textOf(args, 'json'), io);
    return EXIT.ok;
  },
};
