import type { Command } from '../command.js';
import { text } from '../flags.js';

export const recommendCommand: Command = {
  name: 'recommend',
  summary: 'Say how far to split the caches of a machine, by prediction.',
  flags: {
    machine: text('a machine by NAME (wqbench machines lists them) or FILE'),
    from: text('a run, whose machine is fitted to it'),
    format: text('table, markdown or csv (table)'),
  },
  examples: [['recommend --machine grace-72c', 'the knee of the curve']],
  async run(args, context) {
    const { recommendSharding } = await import('../recommend-sharding.js');
    return recommendSharding(args, context);
  },
};
