import { matchRows } from '../../results/compare/match-rows.js';
import type { ImportedRun } from '../../results/file/imported-run.js';
import type { Run } from '../../results/file/run-file.js';
import { SCHEMA_VERSION } from '../../results/file/schema-version.js';
import { resultSetOf } from '../../results/result-set.js';
import type { ChartSource } from '../charts/chart.js';
import type { Colour } from '../text/style.js';
import type { PlotGroup, PlotLine } from './layout.js';

/** A configuration of one source. */
export interface PlottedRow {
  readonly source: ChartSource;
  readonly label: string;
  readonly summary: Run['summary'][number] | ImportedRun['summary'][number];
  readonly names: readonly string[];
  readonly colour: Colour;
}

/** A configuration in every source that has it. */
export interface PlottedGroup {
  readonly heading: readonly string[] | null;
  readonly rows: readonly PlottedRow[];
}

/** One group of all configurations for a lone source; else one a configuration, in its sources. */
export function plottedGroups(sources: readonly ChartSource[]): PlottedGroup[] {
  const sets = sources.map(({ name, document }) => resultSetOf(name, document, SCHEMA_VERSION));
  const groups = matchRows(sets).map(({ names, rows }) => ({
    heading: names,
    rows: sources.flatMap((source, index) => {
      const label = rows[index]?.label;
      const summary = summaryOf(source, label);
      if (label === undefined || !summary) return [];
      return [{ source, label, summary, names: [nameOf(source)], colour: colourOf(index) }];
    }),
  }));
  if (sources.length > 1) return groups;
  const rows = groups.flatMap(({ heading, rows }) =>
    rows.map((row) => ({ ...row, names: heading })),
  );
  return [{ heading: null, rows }];
}

/** The groups of rows as those of a plot. */
export function linesOf(
  groups: readonly PlottedGroup[],
  line: (row: PlottedRow) => Pick<PlotLine, 'figures' | 'draw'>,
): PlotGroup[] {
  return groups.map(({ heading, rows }) => ({
    heading,
    lines: rows.map((row) => ({ names: row.names, colour: row.colour, ...line(row) })),
  }));
}

/** Of the lines of a source, in all plots. */
export function colourOf(sourceIndex: number): Colour {
  return COLOURS[sourceIndex % COLOURS.length]!;
}

const COLOURS = ['cyan', 'yellow', 'green', 'magenta', 'blue', 'red'] as const;

/** What its figures are, unless they were measured. */
export function nameOf({ name, document }: ChartSource): string {
  if (document.source !== 'measured') return `${name} (${document.source})`;
  return document.topology.modelled ? `${name} (modelled)` : name;
}

function summaryOf({ document }: ChartSource, label: string | undefined) {
  const summary: readonly PlottedRow['summary'][] = document.summary;
  return summary.find((row) => row.label === label);
}
