import { TABLE_FORMATS } from '../report/formats.js';
import type { Args, Flags } from './command.js';
import { assertOneOnStdout, text, textOf, toggle } from './flags.js';
import { parseChoice, parsePercent } from './values.js';

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
  readonly format: (typeof TABLE_FORMATS)[number];
}

export const COMPARE_FLAGS = {
  baseline: text('name of the result the others are compared with (the first)'),
  filter: text('only configurations with TEXT in a name'),
  sort: text(`rows by ${SORTS.join(', ')} (scope)`),
  threshold: text('change that counts as none, in percent (1)'),
  'fail-on-regression': toggle('exit 1 when items/s of a configuration got worse'),
  force: toggle('compare results that differ in what has to be alike, and say so'),
  json: text('write the comparison also to FILE, or - for stdout, then without tables'),
  format: text(`of the report: ${TABLE_FORMATS.join(', ')} (table)`),
} as const satisfies Flags;

/** Throws 'bad-option'. */
export function parseCompareOptions(args: Args): CompareOptions {
  const sort = textOf(args, 'sort');
  const threshold = textOf(args, 'threshold');
  const format = textOf(args, 'format');
  const json = textOf(args, 'json');
  assertOneOnStdout(args);
  return {
    baseline: textOf(args, 'baseline'),
    filter: textOf(args, 'filter'),
    sort: sort === null ? 'scope' : parseChoice('--sort', sort, SORTS),
    threshold: threshold === null ? 0.01 : parsePercent('--threshold', threshold),
    force: args.force === true,
    failOnRegression: args['fail-on-regression'] === true,
    json,
    format: format === null ? 'table' : parseChoice('--format', format, TABLE_FORMATS),
  };
}
