import type { ImportedRun } from './file/imported-run.js';
import type { Run } from './file/run-file.js';
import { modelledLoad } from './modelled-load.js';

/** Figures of one source in the one shape that comparisons and plots of several sources read. */
export interface ResultSet {
  /** What tables and legends call it. */
  readonly name: string;
  readonly origin: Origin;
  /** What is counted by the second; or another figure that is better higher. */
  readonly rateName: string;
  readonly facts: Facts;
  readonly rows: readonly ResultRow[];
  /** Label of the row that the others are compared with; null for none. */
  readonly baseline: string | null;
}

export type Origin = 'measured' | 'predicted' | 'imported' | 'published';

export const ITEMS_RATE = 'items/s';

/** What has to be alike for figures to be comparable; null where the source does not say. */
export interface Facts {
  readonly schemaVersion: number | null;
  readonly workload: string;
  readonly threads: number | null;
  readonly itemsPerThread: number | null;
  readonly sampleEvery: number | null;
  readonly lock: string | null;
  readonly kworkers: string | null;
  readonly depth: number | null;
  readonly arrivalsPerSecond: number | 'closed loop' | null;
  readonly pinning: string | null;
  readonly cpuModel: string | null;
}

/** One configuration; `trials` has its valid trials only. */
export interface ResultRow {
  readonly label: string;
  /** All names under which another source may have the same. */
  readonly names: readonly string[];
  readonly trials: readonly TrialFigures[];
}

export interface TrialFigures {
  /** Null for a published figure that stands beside none of the baseline. */
  readonly round: number | null;
  readonly itemsPerSecond: number;
  /** Null where the source does not say, as are the others. */
  readonly p50Ns: number | null;
  readonly p90Ns: number | null;
  readonly p95Ns: number | null;
}

/** `schemaVersion` is the one the file was written in. */
export function resultSetOf(
  name: string,
  document: Run | ImportedRun,
  schemaVersion: number,
): ResultSet {
  return {
    name,
    origin: document.source,
    rateName: ITEMS_RATE,
    facts: { schemaVersion, ...factsOf(document) },
    rows: document.configurations.map((configuration) => ({
      label: configuration.label,
      names: 'names' in configuration ? configuration.names : [configuration.label],
      trials: figuresOf(document, configuration.label),
    })),
    baseline: document.baseline,
  };
}

function factsOf(document: Run | ImportedRun): Omit<Facts, 'schemaVersion'> {
  const { workload, threads, itemsPerThread } = document;
  if (document.source === 'imported') {
    const unknown = { lock: null, kworkers: null, pinning: null, cpuModel: null };
    const plain = { depth: 1, arrivalsPerSecond: 'closed loop' } as const;
    return { workload, threads, itemsPerThread, sampleEvery: 1, ...plain, ...unknown };
  }
  return {
    workload: [workload, ...modelledLoad(document)].join(', '),
    threads,
    itemsPerThread: isTimed(document) ? null : itemsPerThread,
    sampleEvery: document.sampleEvery,
    lock: document.lock.kind,
    kworkers: document.kworkers,
    depth: document.depth,
    arrivalsPerSecond: document.arrivalsPerSecond ?? 'closed loop',
    pinning: document.pinning,
    cpuModel: document.environment.cpuModel,
  };
}

/** Asked for by time: the number of items then follows from the rate, as a figure does. */
function isTimed({ options: { load } }: Run): boolean {
  return load !== null && typeof load === 'object' && Reflect.get(load, 'kind') === 'duration';
}

function figuresOf(document: Run | ImportedRun, label: string): TrialFigures[] {
  const trials: Run['trials'] | ImportedRun['trials'] = document.trials;
  return trials
    .filter((trial) => trial.label === label && !('valid' in trial && !trial.valid))
    .map(({ round, itemsPerSecond, queueNs }) => ({
      round,
      itemsPerSecond,
      p50Ns: queueNs.p50,
      p90Ns: queueNs.p90,
      p95Ns: queueNs.p95,
    }));
}
