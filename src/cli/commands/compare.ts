import { EXIT } from '../../core/errors.js';
import type { Command } from '../command.js';
import { COMPARE_FLAGS, parseCompareOptions } from '../compare-options.js';

export const compareCommand: Command = {
  name: 'compare',
  summary: 'Compare results row by row: runs, imported kernel logs, published tables.',
  positionals: {
    name: 'RESULT',
    describe: 'result directory or run.json, NAME=PATH, or reference:ID',
    min: 2,
    max: 26,
  },
  flags: COMPARE_FLAGS,
  examples: [
    ['compare results/A results/B', 'what changed from A to B'],
    ['compare old=A new=B --fail-on-regression --threshold 5', 'a check for scripts'],
    ['compare results/A reference:grace-72c', 'the shape beside a published one'],
  ],
  async run(args, { io }, words) {
    const options = parseCompareOptions(args);
    const { compareResults } = await import('../compare-results.js');
    return compareResults(words, options, io) ? EXIT.regression : EXIT.ok;
  },
};
