import { EXIT } from '../../core/errors.js';
import type { Command } from '../command.js';
import { assertAtMostOne, text, textOf, toggle } from '../flags.js';

export const plotCommand: Command = {
  name: 'plot',
  summary: 'Draw results: in the terminal, or as an SVG file for each chart.',
  positionals: {
    name: 'RUN',
    describe: 'result directory or run.json, or NAME=PATH; several are drawn together',
    min: 1,
    max: 26,
  },
  flags: {
    terminal: toggle('draw with characters, without any file (the default)'),
    out: text('write the charts as SVG files into DIR'),
  },
  examples: [
    ['plot results/A', 'bars and histograms in the terminal'],
    ['plot results/A --out charts', 'an SVG file for each chart'],
    ['plot kernel=results/K results/A --out charts', 'a kernel log beside a run'],
  ],
  async run(args, { io }, words) {
    assertAtMostOne(args, ['terminal', 'out']);
    const out = textOf(args, 'out');
    const { plotInTerminal, plotToFiles } = await import('../plot-results.js');
    if (out === null) await plotInTerminal(words, io);
    else await plotToFiles(words, out, io);
    return EXIT.ok;
  },
};
