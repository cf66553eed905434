import type { WakeTimes } from '../../native-free-bench/play-wakes.js';
import { indexOf } from './percentiles.js';
import { median } from './statistics/sample.js';

/** What the engine's wake-ups cost, with some threads asleep. */
export interface WakeCost {
  readonly sleepers: number;
  /** From before the notify to the sleeper running. */
  readonly latencyP50Ns: number;
  readonly latencyP90Ns: number;
  /** The call of notify itself, which a pool makes with its lock held. */
  readonly notifyP50Ns: number;
  /** From the first notify to the last sleeper running, median over the rounds. */
  readonly burstP50Ns: number;
  /** Of a burst. */
  readonly wakesPerSecond: number;
}

/** Leaves the first `skipped` rounds out. */
export function wakeCost(times: WakeTimes, sleepers: number, skipped: number): WakeCost {
  const { notifiedNs, calledNs, runningNs } = times;
  const from = skipped * sleepers;
  const differences = (ends: Float64Array) =>
    Array.from(ends.subarray(from), (endNs, index) => endNs - notifiedNs[from + index]!);
  const bursts: number[] = [];
  for (let first = from; first < runningNs.length; first += sleepers) {
    const lastNs = Math.max(...runningNs.subarray(first, first + sleepers));
    bursts.push(lastNs - notifiedNs[first]!);
  }
  const latencies = differences(runningNs).sort((a, b) => a - b);
  const burstP50Ns = median(bursts);
  return {
    sleepers,
    latencyP50Ns: median(latencies),
    latencyP90Ns: latencies[indexOf(latencies.length, 0.9)]!,
    notifyP50Ns: median(differences(calledNs)),
    burstP50Ns,
    wakesPerSecond: (sleepers * 1e9) / burstP50Ns,
  };
}

/**
 * How far `many` sleepers wake one after the other: 0 when all are awake as soon as one alone would
 * be, 1 when each takes as long as one alone.
 */
export function serialPart(one: WakeCost, many: WakeCost): number {
  const part = (many.burstP50Ns / one.burstP50Ns - 1) / (many.sleepers - 1);
  return Math.min(1, Math.max(0, part));
}
