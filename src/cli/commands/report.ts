import { EXIT } from '../../core/errors.js';
import type { Command } from '../command.js';
import { text, textOf, toggle } from '../flags.js';

export const reportCommand: Command = {
  name: 'report',
  summary: 'Write the page of a run: tables, charts, machine, warnings and data in one HTML file.',
  positionals: {
    name: 'RUN',
    describe: 'result directory, or the run.json in it',
    min: 1,
    max: 1,
  },
  flags: {
    out: text('write the page to FILE, or - for stdout (report.html beside the result)'),
    redact: toggle('leave out the names of host, users and directories'),
  },
  examples: [
    ['report results/20261130T224836Z-box', 'makes report.html in it'],
    ['report run.json --redact --out public.html', 'fit to be shown to everybody'],
  ],
  async run(args, { io }, [result = '']) {
    const { showReport } = await import('../show-report.js');
    await showReport({ result, out: textOf(args, 'out'), redact: args.redact === true }, io);
    return EXIT.ok;
  },
};
