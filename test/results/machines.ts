import { type Random, seededRandom } from '../../src/core/prng.js';
import type { PairLatency } from '../../src/results/file/pair-latency-schema.js';
import { parseSynthetic } from '../../src/topology/synthetic.js';
import type { Cpu } from '../../src/topology/topology.js';

/** A pair with samples 1 % about its median. */
export function pairAt(a: number, b: number, medianNs: number): PairLatency {
  return {
    cpus: [a, b],
    medianNs,
    p10Ns: medianNs * 0.99,
    p90Ns: medianNs * 1.01,
    samples: 20,
  };
}

/** Round trip between two CPUs of a machine as it really is. */
export type Truth = (a: number, b: number) => number;

/** CPUs as a description declares them. */
export function declared(description: string): readonly Cpu[] {
  return parseSynthetic(description, description).cpus;
}

export function measured(cpus: readonly Cpu[], truth: Truth): PairLatency[] {
  return cpus.flatMap(({ cpu: a }, index) =>
    cpus.slice(index + 1).map(({ cpu: b }) => pairAt(a, b, truth(a, b))),
  );
}

/** 60 ns within groups of `size` CPUs in a row, 180 ns between them. */
export function dies(size: number): Truth {
  return (a, b) => (Math.floor(a / size) === Math.floor(b / size) ? 60 : 180);
}

/** A mesh of `columns`, on which distance grows evenly: `from` to `to` ns at its far corners. */
export function mesh(columns: number, count: number, from: number, to: number): Truth {
  const furthest = columns - 1 + Math.ceil(count / columns) - 1;
  return (a, b) => {
    const steps =
      Math.abs((a % columns) - (b % columns)) +
      Math.abs(Math.floor(a / columns) - Math.floor(b / columns));
    return from + ((to - from) * steps) / furthest;
  };
}

/**
 * What other load makes of a measurement: every pair off by up to `jitter`, a part of the pairs two
 * to ten times as slow, and perhaps one CPU whose every pair is slower.
 */
export function disturbed(truth: Truth, seed: number, pairs = 0.03, jitter = 0.08): Truth {
  const random = seededRandom(seed);
  const busy = Math.floor(random() * 64);
  return (a, b) => {
    const burst = random() < pairs ? 2 + 8 * random() : 1;
    const onBusy = a === busy || b === busy ? 1.5 + random() : 1;
    return truth(a, b) * evenly(random, 1 - jitter, 1 + jitter) * burst * onBusy;
  };
}

function evenly(random: Random, from: number, to: number): number {
  return from + (to - from) * random();
}
