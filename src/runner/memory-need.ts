import { COLLECT_AFTER_BYTES } from '../../native-free-bench/garbage.js';
import { samplesPerThread, timesWork } from '../../native-free-bench/protocol.js';
import {
  payloadBytesOf,
  type WorkloadSpec,
} from '../../native-free-bench/workloads/workload-spec.js';
import { WqbenchError } from '../core/errors.js';

export interface TrialSize {
  /** Submitters and kworkers. */
  readonly threads: number;
  readonly submitters: number;
  readonly workload: WorkloadSpec;
  readonly depth: number;
  readonly itemsPerThread: number;
  readonly sampleEvery: number;
}

/** Stack, heap and compiled code of one measuring thread. */
const THREAD_BYTES = 12 * 2 ** 20;

/** A series of 32-bit samples. */
const SAMPLE_BYTES = Uint32Array.BYTES_PER_ELEMENT;

/** An item's words, and what its payload is rounded up to. */
const LINE_BYTES = 128;

/** In the shared buffer and in that of the trial before, gathered by the host, and sorted by it. */
const COPIES_OF_SAMPLES = 4;

/** Addresses in the shared buffer are signed 32-bit indexes of 32-bit words. */
const MAX_BUFFER_BYTES = 2 ** 31 * Uint32Array.BYTES_PER_ELEMENT;

const NEXT_STEP = 'lower --items, --threads or --depth, or raise --sample';

/** Most memory that the threads and the samples of one trial, with what waits for collection, take. */
export function memoryNeedBytes(size: TrialSize): number {
  const samples = sampleBytes(size) * COPIES_OF_SAMPLES;
  return size.threads * THREAD_BYTES + samples + itemBytes(size) + COLLECT_AFTER_BYTES;
}

/**
 * Throws 'not-enough-memory' when a trial does not fit into memory or into one shared buffer;
 * unknown memory counts as enough.
 */
export function assertMemory(size: TrialSize, availableBytes: number | null): void {
  const needBytes = memoryNeedBytes(size);
  const sharedBytes = sampleBytes(size) + itemBytes(size);
  if (sharedBytes > MAX_BUFFER_BYTES) {
    const message = `the samples and items of a trial would take ${formatBytes(sharedBytes)}, more than the ${formatBytes(MAX_BUFFER_BYTES)} of one shared buffer`;
    throw new WqbenchError('not-enough-memory', message, NEXT_STEP);
  }
  if (availableBytes === null || needBytes <= availableBytes) return;
  const { threads, itemsPerThread, sampleEvery } = size;
  throw new WqbenchError(
    'not-enough-memory',
    `${threads} threads of ${itemsPerThread} items (--sample ${sampleEvery}) need ${formatBytes(needBytes)} of memory, but ${formatBytes(availableBytes)} are available`,
    NEXT_STEP,
  );
}

function sampleBytes(size: TrialSize): number {
  const series = timesWork(size) ? 3 : 2;
  return size.submitters * samplesPerThread(size) * series * SAMPLE_BYTES;
}

function itemBytes({ submitters, depth, workload }: TrialSize): number {
  return submitters * depth * (LINE_BYTES + payloadBytesOf(workload) + LINE_BYTES);
}

function formatBytes(bytes: number): string {
  const gibibytes = bytes / 2 ** 30;
  return gibibytes < 1 ? `${Math.ceil(gibibytes * 1024)} MiB` : `${gibibytes.toFixed(2)} GiB`;
}
