import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CONTROL, ITEM, layOut, POOL, THREAD, WORD_BYTES } from '../../native-free-bench/layout.js';

const PAGE_BYTES = 4096;
const LINE_BYTES = 128;

describe('layout', () => {
  it('gives every pool, thread and sample array pages of its own, within the buffer', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 40 }),
        fc.integer({ min: 1, max: 40 }),
        fc.integer({ min: 0, max: 5000 }),
        (pools, threads, samples) => {
          const layout = layOut(pools, threads, samples);
          const sampleBytes = samples * WORD_BYTES;
          const regions = [
            [0, PAGE_BYTES],
            ...Array.from({ length: pools }, (_, pool) => [
              layout.poolPage(pool) * WORD_BYTES,
              PAGE_BYTES,
            ]),
            ...Array.from({ length: threads }, (_, thread) => [
              [layout.threadPage(thread) * WORD_BYTES, PAGE_BYTES],
              [layout.queueNsAt(thread), sampleBytes],
              [layout.roundTripNsAt(thread), sampleBytes],
            ]).flat(),
          ] as [number, number][];
          let end = 0;
          for (const [start, bytes] of regions) {
            expect(start % PAGE_BYTES).toBe(0);
            expect(start).toBeGreaterThanOrEqual(end);
            end = start + bytes;
          }
          expect(end).toBeLessThanOrEqual(layout.bytes);
        },
      ),
    );
  });

  it('names no word twice', () => {
    for (const words of [Object.values(CONTROL), Object.values(POOL)]) {
      expect(new Set(words).size).toBe(words.length);
    }
    const { item, ...others } = THREAD;
    const ofThread = [...Object.values(others), ...Object.values(ITEM).map((word) => item + word)];
    expect(new Set(ofThread).size).toBe(ofThread.length);
  });

  it('keeps words that different threads write at the same time on different lines', () => {
    const line = (word: number) => Math.floor((word * WORD_BYTES) / LINE_BYTES);
    const groups = [
      [line(POOL.lock), line(POOL.serving), line(POOL.idleTop)],
      [line(THREAD.nodeNext), line(THREAD.item), line(THREAD.phase)],
      [line(CONTROL.arrived), line(CONTROL.abort)],
    ];
    for (const lines of groups) expect(new Set(lines).size).toBe(lines.length);
  });
});
