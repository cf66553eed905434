import {
  COST_NAMES,
  type CostName,
  type MachineProfile,
} from '../../results/file/machine-schema.js';
import type { TableFormat } from '../formats.js';
import { joinBlocks } from '../run/render-run.js';
import { type Column, numberColumn, wordColumn } from '../text/columns.js';
import { renderCsv } from '../text/csv.js';
import { renderMarkdownTable } from '../text/markdown.js';
import { renderProse } from '../text/prose.js';
import { bold, type Style } from '../text/style.js';
import { renderTextTable } from '../text/text-table.js';

/** The machines that predict knows, as text that ends in a newline. */
export function renderMachineList(
  machines: readonly MachineProfile[],
  format: TableFormat,
  style: Style,
): string {
  switch (format) {
    case 'table':
      return joinBlocks([
        [renderTextTable([nameColumn, ...KEY_COSTS, originColumn], machines, style)],
        ...machines.map((machine) => describe(machine, style)),
      ]);
    case 'markdown':
      return `${renderMarkdownTable(COLUMNS, machines)}\n`;
    case 'csv':
      return renderCsv(COLUMNS, machines);
  }
}

/** `{machines: [MachineProfile]}` */
export function machinesJson(machines: readonly MachineProfile[]): string {
  return `${JSON.stringify({ machines }, null, 2)}\n`;
}

/** Every cost with its interval and where it is from, as text that ends in a newline. */
export function renderCosts(machine: MachineProfile, style: Style): string {
  const rows = COST_NAMES.map((name) => ({ name, ...machine.costs[name] }));
  const columns: Column<(typeof rows)[number]>[] = [
    wordColumn('cost', 'cost', ({ name }) => name),
    numberColumn(
      'ns',
      'ns',
      ({ ns }) => ns,
      (ns) => ns.toFixed(0),
    ),
    wordColumn('interval', 'interval', ({ interval }) =>
      interval === null ? '-' : `${interval.low.toFixed(0)}..${interval.high.toFixed(0)}`,
    ),
    wordColumn('is', 'provenance', ({ provenance }) => provenance),
    wordColumn('from', 'from', ({ from }) => from),
  ];
  return `${renderTextTable(columns, rows, style)}\n`;
}

function describe({ name, description, topology }: MachineProfile, style: Style): string[] {
  return [bold(name, style), renderProse(description, style), `  --topology '${topology}'`];
}

const nameColumn = wordColumn<MachineProfile>('machine', 'machine', ({ name }) => name);

const KEY_COSTS = (['lock', 'crossLlc', 'wake'] as const).map((name) => costColumn(name));

const originColumn = wordColumn<MachineProfile>(
  'lock and wake are',
  'provenance',
  ({ costs: { lock } }) => `${lock.provenance} (${lock.from})`,
);

const COLUMNS: readonly Column<MachineProfile>[] = [
  nameColumn,
  wordColumn('topology', 'topology', ({ topology }) => topology),
  ...COST_NAMES.map((name) => costColumn(name)),
  originColumn,
];

function costColumn(name: CostName): Column<MachineProfile> {
  return numberColumn(
    `${name} ns`,
    `${name}_ns`,
    ({ costs }) => costs[name].ns,
    (ns) => ns.toFixed(0),
  );
}
