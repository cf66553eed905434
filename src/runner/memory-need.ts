import { WqbenchError } from '../core/errors.js';

export interface TrialSize {
  readonly threads: number;
  readonly itemsPerThread: number;
  readonly sampleEvery: number;
}

/** Stack, heap and compiled code of one measuring thread. */
const THREAD_BYTES = 12 * 2 ** 20;

/** Two series of 32-bit samples. */
const SAMPLE_BYTES = 2 * Uint32Array.BYTES_PER_ELEMENT;

/** In the shared buffer, gathered by the host, and sorted by it. */
const COPIES_OF_SAMPLES = 3;

/** Most memory that the threads and the samples of one trial take, in bytes. */
export function memoryNeedBytes({ threads, itemsPerThread, sampleEvery }: TrialSize): number {
  const samples = threads * Math.ceil(itemsPerThread / sampleEvery);
  return threads * THREAD_BYTES + samples * SAMPLE_BYTES * COPIES_OF_SAMPLES;
}

/** Throws 'not-enough-memory' when a trial does not fit; unknown memory counts as enough. */
export function assertMemory(size: TrialSize, availableBytes: number | null): void {
  const needBytes = memoryNeedBytes(size);
  if (availableBytes === null || needBytes <= availableBytes) return;
  const { threads, itemsPerThread, sampleEvery } = size;
  throw new WqbenchError(
    'not-enough-memory',
    `${threads} threads of ${itemsPerThread} items, every ${sampleEvery === 1 ? 'one' : `${sampleEvery}th`} timed, need ${gibibytes(needBytes)} GiB of memory, but ${gibibytes(availableBytes)} GiB are available`,
    'lower --items or --threads, or raise --sample',
  );
}

function gibibytes(bytes: number): string {
  return (bytes / 2 ** 30).toFixed(2);
}
