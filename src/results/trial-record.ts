import type { Warning } from '../core/warnings.js';
import type { ThreadOutcome, TrialOutcome } from '../runner/trial-executor.js';
import { courseWarnings, type Expected } from './course-warnings.js';
import type { PairLatency } from './file/pair-latency-schema.js';
import {
  type CpuUse,
  type DeviceUse,
  type Disturbance,
  PERCENTILES,
  type PercentileName,
  type SampledLatency,
  SERIES,
  type Series,
  type TrialRecord,
} from './file/trial-schema.js';
import { encodeHistogram } from './histograms/histograms.js';
import { latencyOf, samplesBeyond } from './percentiles.js';

export interface TrialContext extends Expected {
  readonly round: number;
  readonly label: string;
  readonly startedAt: Date;
  /** Cost of one clock read; null when unknown. */
  readonly clockCostNs: number | null;
  readonly disturbance: Disturbance;
  readonly cpuUse: CpuUse | null;
  readonly device: DeviceUse | null;
  /** Latencies between some pairs of CPUs, measured before the trial's round. */
  readonly coreToCore: readonly PairLatency[];
}

/** Warnings about how figures can be read; all others cast doubt on the trial's course. */
export const READING_WARNINGS: readonly string[] = [
  'few-samples',
  'at-clock-floor',
  'wake-path-bound',
  'no-percentiles',
];

/** Fewer samples beyond a percentile than this leave it to chance. */
const ENOUGH_BEYOND = 10;

/** Reduces the raw outcome of a trial to what run.json keeps; the samples are left as they are. */
export function recordTrial(outcome: TrialOutcome, context: TrialContext): TrialRecord {
  const sortedQueueNs = outcome.queueNs.toSorted();
  const sortedRoundTripNs = outcome.roundTripNs.toSorted();
  const latency = {
    queueNs: latencyOf(sortedQueueNs),
    roundTripNs: latencyOf(sortedRoundTripNs),
  };
  return {
    round: context.round,
    label: context.label,
    startedAt: context.startedAt.toISOString(),
    valid: outcome.violations.length === 0,
    violations: outcome.violations,
    items: outcome.items,
    elapsedNs: outcome.elapsedNs,
    itemsPerSecond: (outcome.items / outcome.elapsedNs) * 1e9,
    ...latency,
    workNs: outcome.workNs && workLatencyOf(outcome.workNs),
    fairness: fairnessOf(outcome.threads),
    threads: outcome.threads,
    kworkers: outcome.kworkers,
    pools: outcome.pools,
    downstream: outcome.downstream,
    cpuUse: outcome.cpuUse ?? context.cpuUse,
    device: context.device,
    disturbance: context.disturbance,
    coreToCore: [...context.coreToCore],
    histograms: {
      queueNs: encodeHistogram(sortedQueueNs),
      roundTripNs: encodeHistogram(sortedRoundTripNs),
    },
    prediction: outcome.prediction,
    warnings: [
      ...outcome.warnings,
      ...courseWarnings({ ...outcome, ...context }, context),
      ...fewSamples(latency.queueNs.samples),
      ...atClockFloor(latency, context.clockCostNs),
    ],
  };
}

function workLatencyOf(workNs: Uint32Array): TrialRecord['workNs'] {
  const sum = workNs.reduce((total, ns) => total + ns, 0);
  return { ...latencyOf(workNs.toSorted()), mean: sum / workNs.length };
}

/** Rate of the fastest thread over that of the slowest; null when one has no rate. */
export function fairnessOf(
  threads: readonly Pick<ThreadOutcome, 'itemsPerSecond'>[],
): number | null {
  const rates = threads.map((thread) => thread.itemsPerSecond);
  const slowest = Math.min(...rates);
  return slowest > 0 && Number.isFinite(slowest) ? Math.max(...rates) / slowest : null;
}

function fewSamples(samples: number): Warning[] {
  const names = percentileNames().filter(
    (name) => samplesBeyond(samples, PERCENTILES[name]) < ENOUGH_BEYOND,
  );
  if (names.length === 0) return [];
  const message = `${names.join(', ')} of ${samples} samples: fewer than ${ENOUGH_BEYOND} lie beyond; raise --items or lower --sample`;
  return [{ code: 'few-samples', message }];
}

function atClockFloor(latency: Pick<TrialRecord, Series>, clockCostNs: number | null): Warning[] {
  if (clockCostNs === null) return [];
  const floorNs = 2 * clockCostNs;
  const found = SERIES.flatMap((series) => {
    const figures = figuresWithin(latency[series], floorNs);
    return figures.length > 0 ? [`${series} ${figures.join(' ')} ns`] : [];
  });
  if (found.length === 0) return [];
  const message = `${found.join(', ')}: within twice the clock's cost of ${clockCostNs.toFixed(0)} ns a read; read as "at most"`;
  return [{ code: 'at-clock-floor', message }];
}

function figuresWithin(latency: SampledLatency, floorNs: number): string[] {
  return percentileNames()
    .filter((name) => latency[name] <= floorNs)
    .map((name) => `${name}=${latency[name]}`);
}

function percentileNames(): PercentileName[] {
  return Object.keys(PERCENTILES) as PercentileName[];
}
