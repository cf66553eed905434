import { bytesPerItemOf, nameOfWorkload } from '../../native-free-bench/workloads/workload-spec.js';
import { toolVersion } from '../core/version.js';
import type { Warning } from '../core/warnings.js';
import { recordConfiguration } from '../results/configuration-record.js';
import type { Environment } from '../results/file/environment-schema.js';
import { SCHEMA_VERSION } from '../results/file/schema-version.js';
import type { RunFrame } from '../runner/run-plan.js';
import { kworkersOf } from '../runner/trial-spec.js';
import { formatCpuList } from '../topology/cpu-list.js';
import type { RunOptions } from './run-options.js';
import type { Setup } from './set-up.js';

export interface Occasion {
  readonly startedAt: Date;
  readonly host: string;
  readonly command: readonly string[];
  readonly clock: Environment['clock'];
  readonly files: RunFrame['files'];
  /** Beside those of the setup. */
  readonly warnings: readonly Warning[];
}

/** What run.json says of a run whatever its trials bring. */
export function frameRun(options: RunOptions, setup: Setup, occasion: Occasion): RunFrame {
  const { topology, modelled, placement, configurations, environment } = setup;
  return {
    schemaVersion: SCHEMA_VERSION,
    toolVersion: toolVersion(),
    source: 'measured',
    prediction: null,
    startedAt: occasion.startedAt.toISOString(),
    host: occasion.host,
    command: occasion.command,
    options: { ...options },
    seed: options.seed,
    topology: {
      source: topology.source,
      modelled,
      realCpus: placement.realCpus.length,
      cpus: topology.cpus,
    },
    environment: { ...environment, clock: occasion.clock },
    workload: nameOfWorkload(options.workload),
    bytesPerItem: bytesPerItemOf(options.workload),
    kworkers: options.kworkers.kind,
    maxKworkers: options.kworkers.kind === 'threads' ? options.kworkers.most : null,
    depth: options.depth,
    arrivalsPerSecond: options.arrivalsPerSecond,
    lockStats: options.lockStats,
    files: occasion.files,
    scenario: options.scenario,
    lock: { kind: setup.lock, requested: options.lock },
    threads: setup.submitters.length,
    sampleEvery: options.sampleEvery,
    oversubscribed: placement.oversubscribed,
    configurations: configurations.map((configuration) =>
      recordConfiguration(
        configuration,
        kworkersOf(configuration, options.kworkers).reduce((sum, count) => sum + count, 0),
        formatCpuList,
      ),
    ),
    percentileMethod: 'kernel-index',
    baseline: setup.baseline,
    threshold: options.threshold,
    silenced: options.silenced,
    warnings: [...setup.warnings, ...occasion.warnings],
  };
}
