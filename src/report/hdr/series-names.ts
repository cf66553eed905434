import type { Series } from '../../results/file/trial-schema.js';

const SERIES_NAME = {
  queueNs: 'queue',
  roundTripNs: 'round-trip',
} as const satisfies Record<Series, string>;

/**
 * Names for the series of configurations, `cache_shard-shards-2-queue`: unique even where case does
 * not count, and of letters, digits, `.`, `_` and `-`, so fit for file names and HdrHistogram tags.
 */
export function seriesNames(labels: readonly string[]): (label: string, series: Series) => string {
  const names = new Map<string, string>();
  const taken = new Set<string>();
  for (const label of labels) {
    const name = freeName(plainName(label), taken);
    taken.add(name.toLowerCase());
    names.set(label, name);
  }
  return (label, series) => `${names.get(label)}-${SERIES_NAME[series]}`;
}

const LONGEST_NAME = 100;

function plainName(label: string): string {
  const plain = label.replaceAll(/[^A-Za-z0-9._-]+/g, '-').replaceAll(/^[-.]+|-+$/g, '');
  return plain.slice(0, LONGEST_NAME) || 'configuration';
}

function freeName(name: string, taken: ReadonlySet<string>): string {
  for (let number = 1; ; number++) {
    const numbered = number === 1 ? name : `${name}-${number}`;
    if (!taken.has(numbered.toLowerCase())) return numbered;
  }
}
