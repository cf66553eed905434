import type { Reference, ScopeLadderReference } from '../../results/reference/reference-schema.js';
import { mean } from '../../results/statistics/sample.js';
import { type Section, tableSection } from '../reference/section.js';
import { type Column, numberColumn, wordColumn } from '../text/columns.js';
import { formatCount, formatNs, formatPercent, formatRate, formatRatio } from '../text/format.js';
import { type OwnFigures, ownFigures, rateRatio } from './own-figures.js';
import type { PartRuns } from './scenario-sections.js';

interface Row {
  readonly scope: string;
  readonly own: OwnFigures | null;
  readonly ratio: number | null;
  /** GB/s as published; null where only the other strictness was. */
  readonly publishedGb: number | null;
  readonly publishedRatio: number | null;
}

/** Rate, lock waits and scheduler by scope, strict and not, against `cache`. */
export function scopeLadderBeside(runs: PartRuns, references: readonly Reference[]): Section[] {
  return references.filter(isLadder).flatMap((reference) =>
    [...runs.values()].map((run) => {
      const cache = ownFigures(run, 'cache');
      const ladder = reference.scope_ladder_gb_s;
      const rows = Object.keys(ladder).flatMap((scope) =>
        ['', '+strict'].map((suffix): Row => {
          const name =
            scope === 'cache_shard' ? `cache_shard(size=8)${suffix}` : `${scope}${suffix}`;
          const own = ownFigures(run, name);
          const publishedGb = publishedOf(reference, scope, suffix === '+strict');
          return {
            scope: `${scope}${suffix}`,
            own,
            ratio: rateRatio(own, cache),
            publishedGb,
            publishedRatio: publishedGb === null ? null : publishedGb / ladder.cache!,
          };
        }),
      );
      return tableSection(`here, beside ${reference.id}`, 2, COLUMNS, rows);
    }),
  );
}

function isLadder(reference: Reference): reference is ScopeLadderReference {
  return 'scope_ladder_gb_s' in reference;
}

/** Strict runs were published under smt alone: the mean of all of them. */
function publishedOf(reference: ScopeLadderReference, scope: string, strict: boolean) {
  if (!strict) return reference.scope_ladder_gb_s[scope] ?? null;
  const runs = Object.values(reference.affinity_strict_under_smt_gb_s).flat();
  return scope === 'smt' ? mean(runs) : null;
}

/** Part of all waiting for locks that is at the downstream lock. */
function downstreamPart(own: OwnFigures | null): number | null {
  const locks = own?.summary.locks ?? [];
  const waitNs = (name: string) =>
    locks.filter((lock) => lock.class === name).reduce((sum, lock) => sum + lock.waitNs, 0);
  const all = waitNs('pool') + waitNs('downstream');
  return all === 0 ? null : waitNs('downstream') / all;
}

function averageWaitNs(own: OwnFigures | null): number | null {
  const lock = own?.summary.locks.find((one) => one.class === 'downstream');
  return lock === undefined || lock.contended === 0 ? null : lock.waitNs / lock.contended;
}

const switchesOf = ({ own }: Row): number | null => {
  const { voluntarySwitches, involuntarySwitches } = own?.summary.scheduler ?? {};
  return voluntarySwitches == null || involuntarySwitches == null
    ? null
    : voluntarySwitches + involuntarySwitches;
};

const COLUMNS: readonly Column<Row>[] = [
  wordColumn('scope', 'scope', ({ scope }) => scope),
  wordColumn('measured as', 'label', ({ own }) => own?.label ?? 'not here'),
  numberColumn(
    'items/s',
    'items_per_second',
    ({ own }) => own?.summary.itemsPerSecond?.median ?? null,
    formatRate,
  ),
  numberColumn('vs cache', 'items_per_second_ratio', ({ ratio }) => ratio, formatRatio),
  numberColumn(
    'wait downstream',
    'downstream_wait_part',
    ({ own }) => downstreamPart(own),
    formatPercent,
  ),
  numberColumn('avg wait', 'downstream_avg_wait_ns', ({ own }) => averageWaitNs(own), formatNs),
  numberColumn('switches', 'context_switches', switchesOf, (count) =>
    formatCount(Math.round(count)),
  ),
  numberColumn(
    'migrations',
    'cpu_migrations',
    ({ own }) => own?.summary.scheduler?.migrations ?? null,
    (count) => formatCount(Math.round(count)),
  ),
  numberColumn(
    'published GB/s',
    'published_gb_per_second',
    (row) => row.publishedGb,
    (gb) => String(Math.round(gb * 10) / 10),
  ),
  numberColumn('vs cache', 'published_ratio', (row) => row.publishedRatio, formatRatio),
];
