/** Changes a parsed result file of any older version into the current one, before its check. */
export function upgrade(document: Readonly<Record<string, unknown>>, version: number): unknown {
  return version === 1 ? from1(document) : document;
}

/** The oldest version still read. */
export const OLDEST_VERSION = 1;

/**
 * Version 1 told nothing of the machine's doings, and its summary had neither spread nor verdict.
 * What a file has of it nevertheless, it keeps.
 */
function from1(run: Readonly<Record<string, unknown>>): unknown {
  const disturbance = { stealMs: null, othersMs: null, throttledMs: null };
  return {
    threshold: 0.01,
    silenced: [],
    ...run,
    schemaVersion: 2,
    trials: eachObject(run.trials, (trial) => ({ disturbance, coreToCore: [], ...trial })),
    summary: eachObject(run.summary, (row) => ({
      comparison: null,
      drift: null,
      regimes: null,
      placement: null,
      ...row,
      itemsPerSecond: ifObject(row.itemsPerSecond, (rate) => ({ mad: 0, ci95: null, ...rate })),
    })),
  };
}

type Fields = Readonly<Record<string, unknown>>;

/** What is not as expected stays as it is, for the check to find. */
function ifObject(value: unknown, change: (fields: Fields) => unknown): unknown {
  return value !== null && typeof value === 'object' ? change(value as Fields) : value;
}

function eachObject(value: unknown, change: (fields: Fields) => unknown): unknown {
  return Array.isArray(value) ? value.map((item) => ifObject(item, change)) : value;
}
