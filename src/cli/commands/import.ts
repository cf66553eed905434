import { EXIT } from '../../core/errors.js';
import type { Command } from '../command.js';
import { text, textOf, toggle } from '../flags.js';

export const importCommand: Command = {
  name: 'import',
  summary: "Keep the rows of a kernel's test_workqueue log as a result, each run of it a round.",
  positionals: { name: 'FILE', describe: 'a kernel log, or - for standard input', min: 1, max: 1 },
  flags: {
    out: text('DIR for results (results)'),
    json: text('write JSON to FILE, or - for stdout'),
    quiet: toggle('do not say where the result is'),
  },
  examples: [
    ['import kernel.log', 'the log of one or more runs of the module'],
    ['import -', 'from a pipe: dmesg | wqbench import -'],
  ],
  async run(args, { io }, [source = '']) {
    const options = {
      source,
      out: textOf(args, 'out') ?? 'results',
      json: textOf(args, 'json'),
      quiet: args.quiet === true,
    };
    const { importKernelLog } = await import('../import-kernel-log.js');
    await importKernelLog(options, io);
    return EXIT.ok;
  },
};
