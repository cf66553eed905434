import type {
  PrimitiveCost,
  PrimitivesResult,
} from '../../native-free-bench/primitives/measure-primitives.js';
import { PRIMITIVES_SCHEMA_VERSION } from '../results/file/primitives-file.js';
import { serialPart, type WakeCost } from '../results/wake-cost.js';
import type { Column } from './text/columns.js';
import { formatCount, formatFineNs, formatNs, formatRate } from './text/format.js';
import type { Style } from './text/style.js';
import { renderTextTable } from './text/text-table.js';

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

/** What `wqbench primitives` measured. */
export interface MeasuredPrimitives extends PrimitivesResult {
  readonly wakePath: readonly WakeCost[];
}

function wakeColumn(
  title: string,
  field: keyof WakeCost,
  format: (value: number) => string,
): Column<WakeCost> {
  return {
    title,
    align: 'right',
    text: (cost) => format(cost[field]),
    field,
    raw: (cost) => cost[field],
  };
}

const WAKE_COLUMNS: readonly Column<WakeCost>[] = [
  wakeColumn('asleep', 'sleepers', String),
  wakeColumn('notify to running p50', 'latencyP50Ns', formatNs),
  wakeColumn('p90', 'latencyP90Ns', formatNs),
  wakeColumn('notify call p50', 'notifyP50Ns', formatNs),
  wakeColumn('all awake p50', 'burstP50Ns', formatNs),
  wakeColumn('wakes/s', 'wakesPerSecond', formatRate),
];

/** Costs of one operation each, uncontended, on one thread; and of waking several threads. */
export function renderPrimitives(result: MeasuredPrimitives, style: Style): string {
  const { costNs, resolutionNs } = result.clock;
  return [
    renderTextTable(COLUMNS, result.primitives, style),
    '',
    `The clock of the measured loop: ${formatFineNs(costNs)} a read, resolution ${formatNs(resolutionNs)}.`,
    'Each batch is 1,000 in a row on one thread that nobody disturbs on purpose; a figure is one of them.',
    '',
    ...wakeTable(result.wakePath, style),
  ].join('\n');
}

function wakeTable(costs: readonly WakeCost[], style: Style): string[] {
  const [one] = costs;
  const many = costs.at(-1);
  if (one === undefined || many === undefined || many === one) return [];
  const serial = Math.round(100 * serialPart(one, many));
  return [
    'Wake path: one thread wakes several with Atomics.notify, one after the other:',
    renderTextTable(WAKE_COLUMNS, costs, style),
    '',
    `${many.sleepers} sleepers are all awake after ${(many.burstP50Ns / one.burstP50Ns).toFixed(1)} times the time of 1: serial to ${serial} % (0: all at once, 100: one after the other). The engine has one mutex for all waits and wakes of the process, and threads beyond the CPUs wait for one another too.`,
    '',
  ];
}

/** `{schemaVersion, clock: {costNs, resolutionNs}, primitives: [PrimitiveCost], wakePath: [WakeCost]}`. */
export function primitivesJson(result: MeasuredPrimitives): string {
  return `${JSON.stringify({ schemaVersion: PRIMITIVES_SCHEMA_VERSION, ...result }, null, 2)}\n`;
}
