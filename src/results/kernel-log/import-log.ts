import type { Warning } from '../../core/warnings.js';
import { scopeOfName } from '../../scopes/scope.js';
import type { ImportedRun } from '../file/imported-run.js';
import { SCHEMA_VERSION } from '../file/schema-version.js';
import { rateOf } from '../rate.js';
import { median } from '../statistics/sample.js';
import type { KernelLog } from './kernel-log.js';

export interface ImportOccasion {
  readonly toolVersion: string;
  readonly importedAt: Date;
  /** Name of the log as given. */
  readonly log: string;
}

type ImportedTrials = ImportedRun['trials'];

/** A kernel log as a result; every run of the module is a round, and `cache` the baseline. */
export function importLog(log: KernelLog, occasion: ImportOccasion): ImportedRun {
  const trials = log.runs.flatMap((rows, round) =>
    rows.map(({ label, itemsPerSecond, queueNs }) => ({ round, label, itemsPerSecond, queueNs })),
  );
  const labels = [...new Set(trials.map(({ label }) => label))];
  return {
    schemaVersion: SCHEMA_VERSION,
    toolVersion: occasion.toolVersion,
    source: 'imported',
    importedAt: occasion.importedAt.toISOString(),
    log: occasion.log,
    workload: 'microbench',
    threads: log.threads,
    itemsPerThread: log.itemsPerThread,
    percentileMethod: 'kernel-index',
    configurations: labels.map((label) => ({ label, scope: scopeOfName(label) })),
    trials,
    summary: summariseImported(labels, trials),
    baseline: labels.includes('cache') ? 'cache' : null,
    warnings: warningsOf(log),
  };
}

/** Figures over the rows of each label; a label without rows has none. */
export function summariseImported(
  labels: readonly string[],
  trials: ImportedTrials,
): ImportedRun['summary'] {
  return labels.flatMap((label) => {
    const own = trials.filter((trial) => trial.label === label);
    const itemsPerSecond = rateOf(own.map((trial) => trial.itemsPerSecond));
    if (itemsPerSecond === null) return [];
    const medianOf = (name: 'p50' | 'p90' | 'p95') =>
      median(own.map(({ queueNs }) => queueNs[name]));
    const queueNs = { p50: medianOf('p50'), p90: medianOf('p90'), p95: medianOf('p95') };
    return [{ label, n: own.length, itemsPerSecond, queueNs }];
  });
}

function warningsOf({ emptyRunLines, comments }: KernelLog): Warning[] {
  return [
    ...comments.map((message): Warning => ({ code: 'log-comment', message })),
    ...emptyRunLines.map(
      (line): Warning => ({
        code: 'log-run-empty',
        message: `the module started in line ${line}, but no row follows; no round was made of it`,
      }),
    ),
  ];
}
