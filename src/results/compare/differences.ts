import type { Facts, ResultSet } from '../result-set.js';

/** A fact in which sources differ that has to be alike for their figures to be comparable. */
export interface Difference {
  readonly fact: keyof Facts;
  /** One a source, in the order of the sources; null where it does not say. */
  readonly values: readonly (string | number | null)[];
}

const FACTS: readonly (keyof Facts)[] = [
  'schemaVersion',
  'workload',
  'threads',
  'itemsPerThread',
  'sampleEvery',
  'lock',
  'kworkers',
  'depth',
  'arrivalsPerSecond',
  'pinning',
  'cpuModel',
];

/** What a source does not say differs from nothing. */
export function differencesBetween(sets: readonly ResultSet[]): Difference[] {
  return FACTS.flatMap((fact) => {
    const values = sets.map(({ facts }) => facts[fact]);
    const known = new Set(values.filter((value) => value !== null));
    return known.size > 1 ? [{ fact, values }] : [];
  });
}
