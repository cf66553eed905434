import { groupBy } from '../../core/group-by.js';
import type { ResultRow, ResultSet } from '../result-set.js';

/** Rows of several sources that are the same configuration, by their names. */
export interface MatchedRow {
  /** Every name that leads to just these rows, in the first source's order. */
  readonly names: readonly string[];
  /** One a source, in the order of the sources; null where it has none of this name. */
  readonly rows: readonly (ResultRow | null)[];
}

/**
 * Lays rows of the same name side by side. A row with several names meets several rows of a source
 * where these did not coincide; names that lead to the same rows everywhere are one match.
 */
export function matchRows(sets: readonly ResultSet[]): MatchedRow[] {
  const names = [...new Set(sets.flatMap(({ rows }) => rows.flatMap(({ names }) => names)))];
  const matches = names.map((name) => ({
    name,
    rows: sets.map((set) => findRow(set, name, sets)),
  }));
  const alike = groupBy(withoutStandIns(matches), ({ rows }) => identityOf(rows, sets)).values();
  return [...alike].map((group) => ({
    names: group.map(({ name }) => name),
    rows: group[0]!.rows,
  }));
}

interface Match {
  readonly name: string;
  readonly rows: readonly (ResultRow | null)[];
}

/**
 * The row of that name. A kernel log calls its sharded scope `cache_shard` whatever the policy, so
 * this one name also means the only sharded row of another source.
 */
function findRow(set: ResultSet, name: string, sets: readonly ResultSet[]): ResultRow | null {
  const named = set.rows.find(({ names }) => names.includes(name));
  if (named) return named;
  const plain = sets.some(({ rows }) => rows.some(({ names }) => names.includes(PLAIN_SHARD)));
  if (!plain || !name.startsWith(PLAIN_SHARD)) return null;
  const sharded = set.rows.filter(({ names }) => names.some(isSharded));
  return sharded.length === 1 ? sharded[0]! : null;
}

const PLAIN_SHARD = 'cache_shard';

function isSharded(name: string): boolean {
  return name.startsWith(PLAIN_SHARD);
}

/** Of `cache_shard` and `cache_shard(size=8)` that lead to the same rows, the telling name is kept. */
function withoutStandIns(matches: readonly Match[]): readonly Match[] {
  const plain = matches.find(({ name }) => name === PLAIN_SHARD);
  const telling = matches.some(
    ({ name, rows }) =>
      name !== PLAIN_SHARD && isSharded(name) && rows.every((row, i) => row === plain?.rows[i]),
  );
  return telling ? matches.filter((match) => match !== plain) : matches;
}

function identityOf(rows: readonly (ResultRow | null)[], sets: readonly ResultSet[]): string {
  return rows.map((row, index) => (row === null ? '-' : sets[index]!.rows.indexOf(row))).join(' ');
}
