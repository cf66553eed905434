import { EXIT, WqbenchError } from '../../core/errors.js';
import { EXPORT_FORMATS } from '../../report/formats.js';
import type { Command } from '../command.js';
import { text, textOf } from '../flags.js';
import { parseChoice } from '../values.js';

export const exportCommand: Command = {
  name: 'export',
  summary: 'Give a result to other programs: as a table, kernel log rows or HdrHistogram files.',
  positionals: { name: 'RUN', describe: 'a run.json or its directory', min: 1, max: 1 },
  flags: {
    to: text('csv, markdown, kernel, hgrm (a file each series) or hlog (one file)'),
    out: text('FILE (stdout, hlog beside run.json); for hgrm DIR (beside run.json)'),
  },
  examples: [
    ['export results/RUN --to csv', 'the table in base units, on stdout'],
    ['export results/RUN --to hgrm --out plots', 'percentile files for HdrHistogram plotters'],
    ['export results/RUN --to hlog', 'an interval log with every trial'],
  ],
  async run(args, { io }, [run = '']) {
    const to = textOf(args, 'to');
    if (to === null) {
      const nextStep = `give --to with one of ${EXPORT_FORMATS.join(', ')}`;
      throw new WqbenchError('bad-option', 'export needs to know what to export to', nextStep);
    }
    const kind = parseChoice('--to', to, EXPORT_FORMATS);
    const out = textOf(args, 'out');
    const { exportRun } = await import('../export-run.js');
    exportRun({ run, kind, out }, io);
    return EXIT.ok;
  },
};
