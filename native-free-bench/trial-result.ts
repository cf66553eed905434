import type { Layout } from './layout.js';
import { samplesPerThread, type TrialReport, type TrialSpec } from './protocol.js';

export interface TrialResult {
  /** In order of the slots. */
  readonly reports: readonly TrialReport[];
  /** Samples of all threads one after the other, in ns. */
  readonly queueNs: Uint32Array;
  readonly roundTripNs: Uint32Array;
  /** What each pool's plain counter says of its lock's acquisitions. */
  readonly guards: readonly number[];
}

/** Gathers a finished trial from its buffer and its threads' reports, which are in slot order. */
export function resultOf(
  buffer: SharedArrayBuffer,
  layout: Layout,
  trial: TrialSpec,
  reports: readonly TrialReport[],
): TrialResult {
  const samples = samplesPerThread(trial);
  const words = new Int32Array(buffer);
  const gather = (at: (thread: number) => number) => {
    const all = new Uint32Array(samples * reports.length);
    reports.forEach((_, slot) => {
      all.set(new Uint32Array(buffer, at(slot), samples), slot * samples);
    });
    return all;
  };
  return {
    reports,
    queueNs: gather(layout.queueNsAt),
    roundTripNs: gather(layout.roundTripNsAt),
    guards: Array.from({ length: trial.pools }, (_, pool) => words[layout.guardOf(pool)]!),
  };
}
