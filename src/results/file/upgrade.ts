/** Changes a parsed result file of any older version into the current one, before its check. */
export function upgrade(document: Fields, version: number): unknown {
  switch (version) {
    case 1:
      return from3(from2(from1(document)));
    case 2:
      return from3(from2(document));
    case 3:
      return from3(document);
    default:
      return document;
  }
}

/** The oldest version still read. */
export const OLDEST_VERSION = 1;

/**
 * Version 1 told nothing of the machine's doings, and its summary had neither spread nor verdict.
 * What a file has of it nevertheless, it keeps.
 */
function from1(run: Fields): Fields {
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

/** Version 2 had submitters that play their pod's kworkers, and one workload without a weight. */
function from2(document: Fields): Fields {
  if (document.source === 'imported') return { ...document, schemaVersion: 3 };
  const unscheduled = { runNs: null, runQueueNs: null };
  return {
    bytesPerItem: null,
    maxKworkers: null,
    depth: 1,
    arrivalsPerSecond: null,
    lockStats: false,
    files: null,
    scenario: null,
    ...document,
    schemaVersion: 3,
    configurations: eachObject(document.configurations, (configuration) => ({
      affinityStrict: false,
      wake: null,
      ...configuration,
    })),
    trials: eachObject(document.trials, (trial) => ({
      workNs: null,
      kworkers: null,
      downstream: [],
      cpuUse: null,
      device: null,
      ...trial,
      threads: eachObject(trial.threads, (thread) => ({ ...unscheduled, ...thread })),
      pools: eachObject(trial.pools, (pool) => ({ heldNs: null, kworkers: null, ...pool })),
    })),
    summary: eachObject(document.summary, (row) => ({
      workNs: null,
      kworkers: null,
      cpuUse: null,
      deviceUtilPercent: null,
      locks: [],
      scheduler: null,
      ...row,
    })),
  };
}

/** Version 3 had measured runs only. */
function from3(document: Fields): Fields {
  if (document.source === 'imported') return { ...document, schemaVersion: 4 };
  return {
    prediction: null,
    ...document,
    schemaVersion: 4,
    trials: eachObject(document.trials, (trial) => ({ prediction: null, ...trial })),
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
