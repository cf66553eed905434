import { matchRows } from '../../results/compare/match-rows.js';
import { SCHEMA_VERSION } from '../../results/file/schema-version.js';
import { resultSetOf } from '../../results/result-set.js';
import { shortLabels } from '../run/short-labels.js';
import type { ChartSource } from './chart.js';

/** Letters that a label may have; longer ones would take the room of what is drawn. */
const LONGEST = 34;

/**
 * The sources with labels that tell all that coincides in a configuration, as tables do: `cpu, smt`
 * for `cpu`. What several sources have in common has one label in all of them.
 */
export function withTellingLabels(sources: readonly ChartSource[]): ChartSource[] {
  const sets = sources.map(({ name, document }) => resultSetOf(name, document, SCHEMA_VERSION));
  const matches = matchRows(sets).toSorted((a, b) => sourcesOf(b.rows) - sourcesOf(a.rows));
  const short = shortLabels(
    matches.map(({ names }) => names),
    LONGEST,
    true,
  );
  return sources.map((source, index) => {
    const labels = new Map<string, string>();
    for (const [rank, { rows }] of matches.entries()) {
      const label = rows[index]?.label;
      if (label !== undefined && !labels.has(label)) labels.set(label, short[rank]!);
    }
    return relabelled(source, labels);
  });
}

function sourcesOf(rows: readonly unknown[]): number {
  return rows.filter((row) => row !== null).length;
}

function relabelled({ name, document }: ChartSource, labels: ReadonlyMap<string, string>) {
  // Where two would be called alike, all keep what tells them apart.
  const clash = new Set(labels.values()).size < labels.size;
  return { name, document: clash ? document : renamed(document, labels) };
}

interface Labelled {
  readonly label: string;
}

interface Document {
  readonly configurations: readonly Labelled[];
  readonly trials: readonly Labelled[];
  readonly summary: readonly Labelled[];
  readonly baseline: string | null;
}

function renamed<D extends Document>(document: D, labels: ReadonlyMap<string, string>): D {
  const of = (label: string) => labels.get(label) ?? label;
  const each = (items: readonly Labelled[]) =>
    items.map((item) => ({ ...item, label: of(item.label) }));
  return {
    ...document,
    configurations: each(document.configurations),
    trials: each(document.trials),
    summary: each(document.summary),
    baseline: document.baseline === null ? null : of(document.baseline),
  };
}
