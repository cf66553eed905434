import type {
  PrimitiveCost,
  PrimitivesResult,
} from '../../native-free-bench/primitives/measure-primitives.js';
import type { Column } from './text/columns.js';
import { formatCount, formatFineNs, formatNs } from './text/format.js';
import type { Style } from './text/style.js';
import { renderTextTable } from './text/text-table.js';

export const PRIMITIVES_SCHEMA_VERSION = 1;

const COLUMNS: readonly Column<PrimitiveCost>[] = [
  {
    title: 'group',
    align: 'left',
    text: ({ group }) => group,
    field: 'group',
    raw: ({ group }) => group,
  },
  {
    title: 'primitive',
    align: 'left',
    text: ({ name }) => name,
    field: 'name',
    raw: ({ name }) => name,
  },
  {
    title: 'p50',
    align: 'right',
    text: ({ p50Ns }) => formatFineNs(p50Ns),
    field: 'p50_ns',
    raw: ({ p50Ns }) => p50Ns,
  },
  {
    title: 'mean ± 95 %',
    align: 'right',
    text: ({ meanNs, marginNs }) => `${formatFineNs(meanNs)} ± ${marginNs.toFixed(1)}`,
    field: 'mean_ns',
    raw: ({ meanNs }) => meanNs,
  },
  {
    title: 'min',
    align: 'right',
    text: ({ minNs }) => formatFineNs(minNs),
    field: 'min_ns',
    raw: ({ minNs }) => minNs,
  },
  {
    title: 'batches',
    align: 'right',
    text: ({ batches }) => formatCount(batches),
    field: 'batches',
    raw: ({ batches }) => batches,
  },
];

/** Costs of one operation each, uncontended, on one thread. */
export function renderPrimitives(result: PrimitivesResult, style: Style): string {
  const { costNs, resolutionNs } = result.clock;
  return [
    renderTextTable(COLUMNS, result.primitives, style),
    '',
    `The clock of the measured loop: ${formatFineNs(costNs)} a read, resolution ${formatNs(resolutionNs)}.`,
    'Each batch is 1,000 in a row on one thread that nobody disturbs on purpose; a figure is one of them.',
    '',
  ].join('\n');
}

/** `{schemaVersion, clock: {costNs, resolutionNs}, primitives: [PrimitiveCost]}`. */
export function primitivesJson(result: PrimitivesResult): string {
  return `${JSON.stringify({ schemaVersion: PRIMITIVES_SCHEMA_VERSION, ...result }, null, 2)}\n`;
}
