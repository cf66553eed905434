import type { Io } from '../core/io.js';

/** Aborts at the first interrupt and stops listening, so that the next one kills at once. */
export function listenForInterrupt(io: Io): {
  readonly signal: AbortSignal;
  readonly stop: () => void;
} {
  const controller = new AbortController();
  const stop = io.onInterrupt(() => {
    stop();
    controller.abort();
  });
  return { signal: controller.signal, stop };
}
