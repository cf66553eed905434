import type { PrimitivesResult } from '../../native-free-bench/primitives/measure-primitives.js';
import type { Environment } from '../results/file/environment-schema.js';
import type { WakeCost } from '../results/wake-cost.js';
import type { CoreToCore, CoreToCoreOptions } from '../runner/core-to-core.js';
import type { ThreadExecutorOptions } from '../runner/thread-executor.js';
import type { TrialExecutor } from '../runner/trial-executor.js';

/** What commands need of the measuring half; tests put a model in its place. */
export interface Engine {
  createExecutor(options: ThreadExecutorOptions): Promise<TrialExecutor>;
  measureClock(): Promise<NonNullable<Environment['clock']>>;
  measureCoreToCore(options: CoreToCoreOptions): Promise<CoreToCore>;
  /** Each primitive for `timeMs`. */
  measurePrimitives(timeMs: number): Promise<PrimitivesResult>;
  /** Wake-ups of 1 to 8 threads on these CPUs, each number for `timeMs`. */
  measureWakeCosts(cpus: readonly number[], timeMs: number): Promise<WakeCost[]>;
}

/** Real threads and the real clock, loaded when first used. */
export const threadEngine: Engine = {
  async createExecutor(options) {
    const { createThreadExecutor } = await import('../runner/thread-executor.js');
    return createThreadExecutor(options);
  },

  async measureClock() {
    const { CLOCK_NAME, measureClock } = await import('../../native-free-bench/clock.js');
    return { name: CLOCK_NAME, ...measureClock() };
  },

  async measureCoreToCore(options) {
    const { measureCoreToCore } = await import('../runner/core-to-core.js');
    return measureCoreToCore(options);
  },

  async measurePrimitives(timeMs) {
    const { measurePrimitives } = await import(
      '../../native-free-bench/primitives/measure-primitives.js'
    );
    return measurePrimitives(timeMs);
  },

  async measureWakeCosts(cpus, timeMs) {
    const { measureWakeCosts } = await import('../runner/wake-path.js');
    return measureWakeCosts(cpus, timeMs);
  },
};
