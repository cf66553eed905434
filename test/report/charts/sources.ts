import type { ChartSource } from '../../../src/report/charts/chart.js';
import type { ImportedRun } from '../../../src/results/file/imported-run.js';
import type { Run } from '../../../src/results/file/run-file.js';
import type { TrialRecord } from '../../../src/results/file/trial-schema.js';
import { importLog } from '../../../src/results/kernel-log/import-log.js';
import { parseKernelLog } from '../../../src/results/kernel-log/kernel-log.js';
import type { Configuration } from '../../../src/scopes/configuration.js';
import { shardName } from '../../../src/scopes/configurations.js';
import {
  buildRun,
  configurationRecord,
  SHARDS_2,
  trial,
  WHOLE,
} from '../../results/run-builder.js';

export function sourceOf(document: Run | ImportedRun, name = 'box'): ChartSource {
  return { name, document };
}

/** Cut into `shards` pods of one CPU each; 1 is `cache` itself. */
export function shardsOf(shards: number): Configuration {
  if (shards === 1) return WHOLE;
  const policies = [{ kind: 'shards', shards }] as const;
  const label = shardName(policies[0]);
  const pods = Array.from({ length: shards }, (_, cpu) => [cpu]);
  return { ...SHARDS_2, label, names: [label], policies, pods };
}

/** `trials` of each of `shards`: higher rates and lower latencies the more shards, with some noise. */
export function sweepRun(shards: readonly number[], trials: number, samples = 300): Run {
  const configurations = shards.map(shardsOf);
  return buildRun({
    configurations: configurations.map(configurationRecord),
    baseline: shards.includes(1) ? WHOLE.label : null,
    trials: Array.from({ length: trials }, (_, round) =>
      shards.map((count, index) => {
        const noise = 1 + ((round * 7 + index * 3) % 10) / 100;
        return trial(configurations[index]!.label, round, {
          elapsedNs: (noise * 1e6) / (1 + index),
          queueNs: latencies(samples, (4000 * noise) / count),
        });
      }),
    ).flat(),
  });
}

/** From some tens of ns to a tail of `scaleNs` and far more. */
function latencies(samples: number, scaleNs: number): Uint32Array {
  return Uint32Array.from({ length: samples }, (_, index) =>
    Math.round(40 + scaleNs * (-Math.log(1 - index / samples)) ** 2),
  );
}

/** All trials changed alike. */
export function withTrials(run: Run, change: (trial: TrialRecord) => TrialRecord): Run {
  return buildRun({ ...run, trials: run.trials.map(change) });
}

export function importedRun(): ImportedRun {
  const rows = [
    'test_workqueue: running 72 threads, 50000 items/thread',
    'cpu 1234567 items/sec p50=1000 p90=2000 p95=3000 ns',
    'cache 765432 items/sec p50=4000 p90=5000 p95=6000 ns',
  ];
  const log = parseKernelLog([...rows, ...rows].join('\n'), 'log');
  return importLog(log, { toolVersion: '0.1.0', importedAt: new Date(0), log: 'dmesg.txt' });
}
