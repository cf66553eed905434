import type { Command } from '../command.js';
import { parseRunOptions, RUN_FLAGS } from '../run-options.js';

export const runCommand: Command = {
  name: 'run',
  summary: 'Measure real pool contention for each affinity scope with pinned threads.',
  flags: RUN_FLAGS,
  examples: [
    ['run', 'every scope of this machine'],
    ['run --shards 1,2,4', 'the sweep: cache beside cache_shard at three shard counts'],
    ['run --scopes system,cpu --format kernel', 'rows as a kernel log has them'],
    ["run --topology 'package:1 l3:2 core:8 pu:1'", 'a modelled machine, threads sharing CPUs'],
    ['run --scenario dm-crypt-med --trials 10', 'a published load in the size of this machine'],
    ['run --quiet --json -', 'one JSON document and nothing else on stdout'],
  ],
  async run(args, context) {
    if (args.scenario !== undefined) {
      const { runScenario } = await import('../run-scenario.js');
      return runScenario(args, context);
    }
    const options = parseRunOptions(args);
    const { measure } = await import('../measure.js');
    return measure(options, context);
  },
};
