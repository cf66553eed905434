import type { Reference, UtilisationReference } from '../../results/reference/reference-schema.js';
import { type Section, tableSection } from '../reference/section.js';
import { mibPerSecond } from '../run/cost-tables.js';
import { type Column, numberColumn, wordColumn } from '../text/columns.js';
import { orAbsent } from '../text/format.js';
import { meanWithSpread, signedPercent } from './formats.js';
import {
  changePercent,
  type MeanAndSpread,
  type OwnFigures,
  ownFigures,
  spreadOf,
} from './own-figures.js';
import type { PartRuns } from './scenario-sections.js';

interface Row {
  readonly published: UtilisationReference['rows'][number];
  /** Label of the own configuration, which may stand for several published ones. */
  readonly label: string | null;
  readonly mib: MeanAndSpread | null;
  readonly cpuPercent: MeanAndSpread | null;
  readonly changePercent: number | null;
}

/** Bandwidth and CPU time of each configuration, with its change against `system`. */
export function utilisationBeside(runs: PartRuns, references: readonly Reference[]): Section[] {
  return references.filter(isUtilisation).flatMap((reference) =>
    [...runs.values()].map((run) => {
      const system = ownFigures(run, 'system');
      const rows = reference.rows.map((published): Row => {
        const own = ownFigures(run, published.config);
        const mib = (own?.trials ?? []).map((one) => mibPerSecond(run, one.itemsPerSecond));
        return {
          published,
          label: own?.label ?? null,
          mib: spreadOf(mib),
          cpuPercent: spreadOf(busyPercents(own)),
          changePercent: changePercent(own, system),
        };
      });
      return tableSection(`here, beside ${reference.id}`, 1, COLUMNS, rows);
    }),
  );
}

function isUtilisation(reference: Reference): reference is UtilisationReference {
  return 'wakeup_placement' in reference;
}

/** Of the CPUs in use, in each trial where the kernel says. */
function busyPercents(own: OwnFigures | null): number[] {
  return (own?.trials ?? []).flatMap(({ cpuUse }) =>
    cpuUse === null ? [] : [cpuUse.userPercent + cpuUse.systemPercent],
  );
}

function spreadColumn(
  title: string,
  field: string,
  value: (row: Row) => MeanAndSpread | null,
): Column<Row> {
  return {
    title,
    align: 'right',
    text: (row) => orAbsent(value(row), meanWithSpread),
    field,
    raw: (row) => value(row)?.mean ?? null,
  };
}

const COLUMNS: readonly Column<Row>[] = [
  wordColumn('configuration', 'config', ({ published }) => published.config),
  wordColumn('measured as', 'label', ({ label }) => label ?? 'not here'),
  spreadColumn('MiB/s', 'mib_per_second', ({ mib }) => mib),
  spreadColumn('CPU %', 'cpu_percent', ({ cpuPercent }) => cpuPercent),
  numberColumn('vs system', 'change_percent', (row) => row.changePercent, signedPercent),
  spreadColumn('published MiB/s', 'published_mib_per_second', ({ published }) => ({
    mean: published.bw_mib_s,
    stddev: published.bw_stddev,
  })),
  spreadColumn('CPU %', 'published_cpu_percent', ({ published }) => ({
    mean: published.cpu_util_pct,
    stddev: published.cpu_util_stddev,
  })),
  numberColumn(
    'vs system',
    'published_change_percent',
    ({ published }) => published.vs_system_pct,
    signedPercent,
  ),
];
