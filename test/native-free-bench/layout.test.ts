import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  CONTROL,
  ITEM,
  layOut,
  POOL,
  type Room,
  THREAD,
  WORD_BYTES,
} from '../../native-free-bench/layout.js';
import { ROOM } from './trials.js';

const PAGE_BYTES = 4096;
const LINE_BYTES = 128;

describe('layout', () => {
  it('gives every pool, thread and sample array pages of its own, within the buffer', () => {
    fc.assert(
      fc.property(
        fc.record<Room>({
          pools: fc.integer({ min: 1, max: 40 }),
          downstreamLocks: fc.integer({ min: 0, max: 5 }),
          submitters: fc.integer({ min: 1, max: 40 }),
          kworkers: fc.integer({ min: 0, max: 40 }),
          depth: fc.integer({ min: 1, max: 100 }),
          payloadBytes: fc.integer({ min: 0, max: 9000 }),
          samples: fc.integer({ min: 0, max: 5000 }),
          timesWork: fc.boolean(),
        }),
        (room) => {
          const layout = layOut(room);
          const sampleBytes = room.samples * WORD_BYTES;
          const each = <T>(count: number, of: (index: number) => T) =>
            Array.from({ length: count }, (_, index) => of(index));
          const page = (word: number) => [word * WORD_BYTES, PAGE_BYTES];
          const regions = [
            [0, PAGE_BYTES],
            ...each(room.pools, (pool) => page(layout.poolPage(pool))),
            ...each(room.downstreamLocks, (lock) => page(layout.downstreamPage(lock))),
            ...each(room.submitters, (submitter) => [
              page(layout.threadPage(submitter)),
              [layout.queueNsAt(submitter), sampleBytes],
              [layout.roundTripNsAt(submitter), sampleBytes],
              ...(room.timesWork ? [[layout.workNsAt(submitter), sampleBytes]] : []),
            ]).flat(),
            ...each(room.kworkers, (kworker) => page(layout.threadPage(room.submitters + kworker))),
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

  it('gives every item a line and a payload of its own, on pages of its submitter', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 5 }),
        fc.integer({ min: 1, max: 100 }),
        fc.integer({ min: 0, max: 9000 }),
        (submitters, depth, payloadBytes) => {
          const layout = layOut({ ...ROOM, submitters, depth, payloadBytes });
          for (let submitter = 0; submitter < submitters; submitter++) {
            let end = layout.threadPage(submitter) + THREAD.items;
            const inOrder = (from: number, words: number) => {
              expect(from % (LINE_BYTES / WORD_BYTES)).toBe(0);
              expect(from).toBeGreaterThanOrEqual(end);
              end = from + words;
            };
            for (let index = 0; index < depth; index++) {
              inOrder(layout.itemAt(submitter, index), LINE_BYTES / WORD_BYTES);
            }
            for (let index = 0; index < depth; index++) {
              inOrder(layout.payloadAt(submitter, index), Math.ceil(payloadBytes / WORD_BYTES));
            }
            expect(end * WORD_BYTES).toBeLessThanOrEqual(layout.queueNsAt(submitter));
          }
        },
      ),
    );
  });

  it('names no word twice', () => {
    for (const words of [Object.values(CONTROL), Object.values(POOL)]) {
      expect(new Set(words).size).toBe(words.length);
    }
    const { items, ...others } = THREAD;
    const ofThread = [...Object.values(others), ...Object.values(ITEM).map((word) => items + word)];
    expect(new Set(ofThread).size).toBe(ofThread.length);
  });

  it('keeps words that different threads write at the same time on different lines', () => {
    const line = (word: number) => Math.floor((word * WORD_BYTES) / LINE_BYTES);
    const groups = [
      [line(POOL.lock), line(POOL.serving), line(POOL.idleTop)],
      [THREAD.nodeNext, THREAD.items, THREAD.phase, THREAD.completions, THREAD.sleep].map(line),
      [line(CONTROL.arrived), line(CONTROL.abort)],
    ];
    for (const lines of groups) expect(new Set(lines).size).toBe(lines.length);
  });
});
