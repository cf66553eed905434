import { EXIT, WqbenchError } from '../../core/errors.js';
import { COMPARE_FORMATS } from '../../report/compare/render-comparison.js';
import type { Args, Command } from '../command.js';
import { textOf } from '../topology-flags.js';
import { parseChoice, parsePercent } from '../values.js';

const SORTS = ['scope', 'change', 'rate'] as const;

export type CompareSort = (typeof SORTS)[number];

export interface CompareOptions {
  /** Name of the source the others are compared with; null for the first. */
  readonly baseline: string | null;
  /** Only configurations with this in a name; null for all. */
  readonly filter: string | null;
  readonly sort: CompareSort;
  readonly threshold: number;
  readonly force: boolean;
  readonly failOnRegression: boolean;
  readonly json: string | null;
  readonly format: (typeof COMPARE_FORMATS)[number];
}

const text = (describe: string) => ({ type: 'string', requiresArg: true, describe }) as const;
const toggle = (describe: string) => ({ type: 'boolean', describe }) as const;

export const compareCommand: Command = {
  name: 'compare',
  summary: 'Compare results row by row: runs, imported kernel logs, published tables.',
  positionals: {
    name: 'RESULT',
    describe: 'result directory or run.json, NAME=PATH, or reference:ID',
    min: 2,
    max: 26,
  },
  flags: {
    baseline: text('name of the result the others are compared with (the first)'),
    filter: text('only configurations with TEXT in a name'),
    sort: text(`rows by ${SORTS.join(', ')} (scope)`),
    threshold: text('change that counts as none, in percent (1)'),
    'fail-on-regression': toggle('exit 1 when items/s of a configuration fell beyond doubt'),
    force: toggle('compare results that differ in what has to be alike, and say so'),
    json: text('write the comparison also to FILE, or - for stdout, then without tables'),
    format: text(`of the report: ${COMPARE_FORMATS.join(', ')} (table)`),
  },
  examples: [
    ['compare results/A results/B', 'what changed from A to B'],
    ['compare old=A new=B --fail-on-regression --threshold 5', 'a check for scripts'],
    ['compare results/A reference:grace-72c', 'the shape beside a published one'],
  ],
  async run(args, { io }, words) {
    const options = parseOptions(args);
    const { compareResults } = await import('../compare-results.js');
    return compareResults(words, options, io) ? EXIT.regression : EXIT.ok;
  },
};

function parseOptions(args: Args): CompareOptions {
  const sort = textOf(args, 'sort');
  const threshold = textOf(args, 'threshold');
  const format = textOf(args, 'format');
  const json = textOf(args, 'json');
  if (json === '-' && format !== null) {
    const message = `--json - leaves no room on stdout for --format '${format}'`;
    throw new WqbenchError('bad-option', message, 'leave out --format, or write --json to a file');
  }
  return {
    baseline: textOf(args, 'baseline'),
    filter: textOf(args, 'filter'),
    sort: sort === null ? 'scope' : parseChoice('--sort', sort, SORTS),
    threshold: threshold === null ? 0.01 : parsePercent('--threshold', threshold),
    force: args.force === true,
    failOnRegression: args['fail-on-regression'] === true,
    json,
    format: format === null ? 'table' : parseChoice('--format', format, COMPARE_FORMATS),
  };
}
