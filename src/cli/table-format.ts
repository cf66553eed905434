import { TABLE_FORMATS, type TableFormat } from '../report/formats.js';
import type { Args } from './command.js';
import { textOf } from './flags.js';
import { parseChoice } from './values.js';

export function parseTableFormat(args: Args): TableFormat {
  return parseChoice('--format', textOf(args, 'format') ?? 'table', TABLE_FORMATS);
}
