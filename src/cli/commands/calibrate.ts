import type { Command } from '../command.js';
import { text } from '../flags.js';

export const calibrateCommand: Command = {
  name: 'calibrate',
  summary: 'Fit the costs of a machine to a result, for predict.',
  flags: {
    from: text('a run, an imported log, or reference:NAME'),
    rows: text(
      'rows to fit to, e.g. cache,shards=8 (the largest pool, and the smallest of 2 CPUs or more)',
    ),
    topology: text('the machine, where the result does not say; hwloc synthetic STRING or FILE'),
    'costs-from': text('machine whose costs to begin with; of one row, to scale (epyc-9d64)'),
    primitives: text('FILE of wqbench primitives --json, for a run of this machine'),
    out: text('FILE to write the machine to; needed'),
  },
  examples: [
    ['calibrate --from reference:grace-72c --rows cache,shards=8 --out g.json', 'published rows'],
    ['calibrate --from results/RUN --out here.json', 'this machine, from a run'],
  ],
  async run(args, context) {
    const { calibrateMachine } = await import('../calibrate-machine.js');
    return calibrateMachine(args, context);
  },
};
