const readClock = process.hrtime;

/**
 * Monotonic time in ns; one origin for all threads of the process. Of Node's clocks the one whose
 * result the compiler keeps off the heap (its array never escapes), so that no collection falls
 * into a measured loop; `hrtime.bigint()` allocates on every call.
 */
export function nowNs(): number {
  const time = readClock();
  return time[0] * 1e9 + time[1];
}

export const CLOCK_NAME = 'process.hrtime';

export interface ClockCost {
  /** Median time of one read, in ns. */
  readonly costNs: number;
  /** Smallest difference other than 0 between two reads in a row, in ns. */
  readonly resolutionNs: number;
}

const READS_PER_BATCH = 500;
const BATCHES = 2000;

/** Measures the clock on this thread, about 60 ms; the first half of the batches compiles it. */
export function measureClock(): ClockCost {
  let resolutionNs = Number.POSITIVE_INFINITY;
  const costs: number[] = [];
  for (let batch = 0; batch < BATCHES; batch++) {
    const start = nowNs();
    let last = start;
    for (let read = 0; read < READS_PER_BATCH; read++) {
      const time = nowNs();
      if (time > last) resolutionNs = Math.min(resolutionNs, time - last);
      last = time;
    }
    costs.push((last - start) / READS_PER_BATCH);
  }
  const compiled = costs.slice(BATCHES / 2).sort((a, b) => a - b);
  return { costNs: compiled[compiled.length / 2]!, resolutionNs };
}
