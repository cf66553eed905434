import { Worker } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import { layOut, POOL, THREAD, WORD_BYTES } from '../../dist/native-free-bench/layout.js';
import { LOCK_KINDS, type LockKind } from '../../dist/native-free-bench/locks/lock.js';
import { makeLock } from '../../dist/native-free-bench/locks/make-lock.js';
import { aloneAt, lockSite } from './lock-site.js';
import { ROOM } from './trials.js';

interface Outcome {
  overlaps: number;
  contended: number;
  waitNs: number;
}

/** Lets `threads` threads take one lock `rounds` times each; the plain counter tells if one got in. */
async function stress(kind: LockKind, threads: number, rounds: number) {
  const layout = layOut({ ...ROOM, submitters: threads });
  const buffer = new SharedArrayBuffer(layout.bytes);
  const page = layout.poolPage(0);
  const [inside, counter] = [page + POOL.head, page + POOL.guard];
  makeLock(kind, aloneAt(buffer, layout, 0)).init();
  const outcomes = await Promise.all(
    Array.from({ length: threads }, (_, thread) => {
      const site = lockSite(layout, thread);
      const workerData = { buffer, kind, site, inside, counter, rounds, tryEvery: 50 };
      const worker = new Worker(new URL('./entries/lock-stress.js', import.meta.url), {
        workerData,
      });
      return new Promise<Outcome>((resolve, reject) => {
        worker.once('message', resolve);
        worker.once('error', reject);
      });
    }),
  );
  const words = new Int32Array(buffer);
  return {
    outcomes,
    counted: words[counter]!,
    lockFree: !makeLock(kind, aloneAt(buffer, layout, 0)).isHeld(),
  };
}

describe.each(LOCK_KINDS)('lock %s', (kind) => {
  it('lets in one thread at a time and loses no update', async () => {
    const { outcomes, counted, lockFree } = await stress(kind, 2, 100_000);
    expect(outcomes.map(({ overlaps }) => overlaps)).toEqual([0, 0]);
    expect(counted).toBe(200_000);
    expect(lockFree).toBe(true);
  });

  it('grants tryAcquire only when free, and can be taken again after each release', () => {
    const layout = layOut({ ...ROOM, submitters: 2 });
    const buffer = new SharedArrayBuffer(layout.bytes);
    const [first, second] = [0, 1].map((thread) => makeLock(kind, aloneAt(buffer, layout, thread)));
    first!.init();
    for (let round = 0; round < 3; round++) {
      expect(first!.isHeld()).toBe(false);
      expect(first!.tryAcquire()).toBe(true);
      expect(second!.tryAcquire()).toBe(false);
      expect(second!.isHeld()).toBe(true);
      first!.release();
      second!.acquire();
      expect(first!.tryAcquire()).toBe(false);
      second!.release();
    }
  });

  it('gives up at the deadline, and at once when the trial is aborted', () => {
    const layout = layOut({ ...ROOM, submitters: 2 });
    const buffer = new SharedArrayBuffer(layout.bytes);
    const holder = makeLock(kind, aloneAt(buffer, layout, 0));
    holder.init();
    holder.acquire();
    expect(() => makeLock(kind, aloneAt(buffer, layout, 1, 20)).acquire()).toThrow(/deadline/);
    const words = new Int32Array(buffer);
    words[32] = 1;
    expect(() => makeLock(kind, aloneAt(buffer, layout, 1, 60_000)).acquire()).toThrow(/given up/);
  });

  it('keeps its words apart from the worklist of the same pool', () => {
    const layout = layOut(ROOM);
    const buffer = new SharedArrayBuffer(layout.bytes);
    const words = new Int32Array(buffer);
    const page = layout.poolPage(0);
    const lock = makeLock(kind, aloneAt(buffer, layout, 0));
    lock.init();
    lock.acquire();
    const lockWords = [page + POOL.lock, page + POOL.serving];
    const nodeWords = [THREAD.nodeNext, THREAD.nodeWaits].map(
      (word) => layout.threadPage(0) + word,
    );
    const written = [...words.keys()].filter((index) => words[index] !== 0);
    expect(written.filter((index) => ![...lockWords, ...nodeWords].includes(index))).toEqual([]);
    lock.release();
    expect(words.byteLength / WORD_BYTES).toBe(words.length);
  });
});

describe.each(['tas', 'ttas', 'parking'] as const)(
  'lock %s with more threads than CPUs',
  (kind) => {
    it('still lets in one thread at a time and lets all of them finish', async () => {
      const { outcomes, counted } = await stress(kind, 16, 3000);
      expect(outcomes.reduce((sum, { overlaps }) => sum + overlaps, 0)).toBe(0);
      expect(counted).toBe(48_000);
    });
  },
);
