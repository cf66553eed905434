import type { Run } from '../../results/file/run-file.js';
import type { Reference } from '../../results/reference/reference-schema.js';
import type { Scenario } from '../../scenarios/scenario.js';
import type { TableFormat } from '../formats.js';
import { referenceReport } from '../reference/reference-report.js';
import type { Figure, Section } from '../reference/section.js';
import { joinBlocks, type ReportStyle } from '../run/render-run.js';
import { fieldColumns } from '../text/columns.js';
import { renderCsv } from '../text/csv.js';
import { escapeMarkdown } from '../text/markdown.js';
import { renderProse } from '../text/prose.js';

/** A scenario's table beside the published one, as text that ends in a newline. */
export function renderScenario(
  scenario: Scenario,
  runs: ReadonlyMap<string, Run>,
  sections: readonly Section[],
  references: readonly Reference[],
  format: TableFormat,
  style: ReportStyle,
): string {
  const notes = style.explain ? notesOf(scenario, runs, references) : [];
  switch (format) {
    case 'table':
      return joinBlocks([
        ...sections.map((section) => [section.text(style)]),
        notes.map((note) => renderProse(note, style)),
      ]);
    case 'markdown':
      return joinBlocks([
        ...sections.map((section) => [section.markdown()]),
        notes.map((note) => `- ${escapeMarkdown(note)}`),
      ]);
    case 'csv':
      return renderCsv(
        FIGURE_COLUMNS,
        sections.flatMap((section) => section.figures()),
      );
  }
}

/** Whose figures stand beside the own ones, and what makes the two differ. */
function notesOf(
  { parts }: Scenario,
  runs: ReadonlyMap<string, Run>,
  references: readonly Reference[],
): string[] {
  const missing = parts.filter(({ name }) => !runs.has(name)).map(({ name }) => name);
  return [
    'Published figures are of other machines and of the kernel itself; compare the ratios to each baseline, not the figures. Rows that cut these CPUs alike were measured once, as the second column says.',
    ...references.map((reference) => {
      const { name, machine, workload } = referenceReport(reference);
      return `${name}: ${machine}; ${workload}.`;
    }),
    ...(missing.length === 0 ? [] : [`Not run: ${missing.join(', ')}.`]),
  ];
}

const FIGURE_COLUMNS = fieldColumns<Figure>(['table', 'row', 'figure', 'value'], ['value']);
