import { Bench } from 'tinybench';
import { type ClockCost, measureClock } from '../clock.js';
import { atomics } from './atomics.js';
import { clocks } from './clocks.js';
import { histogram } from './histogram.js';
import { locks } from './locks.js';
import { pools } from './pools.js';
import type { Primitive, PrimitiveGroup } from './primitive.js';

export interface PrimitiveCost {
  readonly group: PrimitiveGroup;
  readonly name: string;
  /** Time of one, in ns, over batches of many. */
  readonly p50Ns: number;
  readonly meanNs: number;
  /** Half the 95% confidence interval of the mean over the batches, in ns. */
  readonly marginNs: number;
  readonly minNs: number;
  readonly batches: number;
}

export interface PrimitivesResult {
  readonly clock: ClockCost;
  readonly primitives: readonly PrimitiveCost[];
}

/** One is far shorter than a clock read, so the clock times many. */
const TIMES_PER_BATCH = 1000;

/** Measures on the calling thread what the loop is made of, each for `timeMs`. */
export function measurePrimitives(timeMs: number): PrimitivesResult {
  const all = [...clocks(), ...atomics(), ...locks(), ...pools(), ...histogram()];
  return { clock: measureClock(), primitives: all.map((primitive) => measure(primitive, timeMs)) };
}

function measure({ group, name, run }: Primitive, timeMs: number): PrimitiveCost {
  const bench = new Bench({ time: timeMs, warmupTime: timeMs / 2 });
  let sink = 0;
  bench.add(name, () => {
    sink += run(TIMES_PER_BATCH);
  });
  const [task] = bench.runSync();
  const result = task!.result;
  if (result.state !== 'completed' || Number.isNaN(sink)) throw new Error(`${name} did not run`);
  const perOneNs = (ms: number) => (ms * 1e6) / TIMES_PER_BATCH;
  const { p50, mean, moe, min, samplesCount } = result.latency;
  return {
    group,
    name,
    p50Ns: perOneNs(p50),
    meanNs: perOneNs(mean),
    marginNs: perOneNs(moe),
    minNs: perOneNs(min),
    batches: samplesCount,
  };
}
