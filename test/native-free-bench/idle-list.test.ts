import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { IdleList, NOBODY } from '../../native-free-bench/idle-list.js';
import { kworkerSleep } from '../../native-free-bench/kworker-sleep.js';
import { CONTROL, layOut, POOL, THREAD } from '../../native-free-bench/layout.js';
import { Spin } from '../../native-free-bench/spin.js';
import { WAKE_POLICIES, type WakePolicy } from '../../native-free-bench/wake-policy.js';
import { WorkerPool } from '../../native-free-bench/worker-pool.js';
import { ROOM } from './trials.js';

const KWORKERS = 6;
const layout = layOut({ ...ROOM, kworkers: KWORKERS });
const pages = Array.from({ length: KWORKERS }, (_, place) => layout.threadPage(1 + place));
const waker = layout.threadPage(0);

/** CPUs 0 and 1 share an LLC, 2 has one of its own in the same node, 3 is in another node. */
const PLACES = [
  { cpu: 0, llc: 10, node: 0 },
  { cpu: 1, llc: 10, node: 0 },
  { cpu: 2, llc: 20, node: 0 },
  { cpu: 3, llc: 30, node: 1 },
];
const LLC_OF = new Map(PLACES.map(({ cpu, llc }) => [cpu, llc]));

function freshWords(): Int32Array {
  return new Int32Array(new SharedArrayBuffer(layout.bytes));
}

function setCpu(words: Int32Array, page: number, cpu: number | null): void {
  words[page + THREAD.lastCpu] = (cpu ?? -1) + 1;
}

/** Who is chosen among those idle, the most recent first. */
function model(
  idle: readonly { page: number; cpu: number | null }[],
  policy: WakePolicy,
  wakerCpu: number | null,
  lastLlc: number,
): number {
  const [top] = idle;
  if (top === undefined) return NOBODY;
  const first = (passes: (cpu: number | null) => boolean) =>
    idle.find(({ cpu }) => passes(cpu))?.page;
  const llcOf = (cpu: number | null) => (cpu === null ? -1 : LLC_OF.get(cpu)!);
  switch (policy) {
    case 'lifo':
      return top.page;
    case 'any':
      return idle.at(-1)!.page;
    case 'local':
      return first((cpu) => cpu === wakerCpu) ?? top.page;
    case 'llc':
      return first((cpu) => llcOf(cpu) === llcOf(wakerCpu)) ?? top.page;
    case 'node': {
      const node = PLACES.find(({ cpu }) => cpu === wakerCpu)?.node;
      const llcs = [...new Set(PLACES.filter((one) => one.node === node).map(({ llc }) => llc))];
      const after = llcs.indexOf(lastLlc) + 1;
      const turn = [...llcs.slice(after), ...llcs.slice(0, after)];
      const found = turn.map((llc) => first((cpu) => llcOf(cpu) === llc));
      return found.find((page) => page !== undefined) ?? top.page;
    }
  }
}

const cpu = fc.constantFrom(null, 0, 1, 2, 3);

describe('the idle list', () => {
  it('is a stack out of whose middle may be taken, and chooses as its policy says', () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constant('push' as const), which: fc.nat(), cpu }),
      fc.record({ kind: fc.constant('remove' as const), which: fc.nat(), cpu }),
      fc.record({ kind: fc.constant('wake' as const), which: fc.nat(), cpu }),
    );
    fc.assert(
      fc.property(fc.constantFrom(...WAKE_POLICIES), fc.array(step), (policy, steps) => {
        const words = freshWords();
        const list = new IdleList(words, layout.poolPage(0), PLACES);
        list.init();
        let idle: { page: number; cpu: number | null }[] = [];
        let lastLlc = -1;
        for (const { kind, which, cpu } of steps) {
          const out = pages.filter((page) => !idle.some((one) => one.page === page));
          if (kind === 'push' && out.length > 0) {
            const page = out[which % out.length]!;
            setCpu(words, page, cpu);
            list.push(page);
            idle = [{ page, cpu }, ...idle];
          } else if (kind === 'remove' && idle.length > 0) {
            const { page } = idle[which % idle.length]!;
            list.remove(page);
            idle = idle.filter((one) => one.page !== page);
          } else if (kind === 'wake') {
            setCpu(words, waker, cpu);
            const chosen = list.choose(policy, waker);
            expect(chosen).toBe(model(idle, policy, cpu, lastLlc));
            const own = idle.find(({ page }) => page === chosen);
            if (own !== undefined) {
              list.noteWoken(chosen);
              lastLlc = own.cpu === null ? -1 : LLC_OF.get(own.cpu)!;
            }
          }
          expect(words[layout.poolPage(0) + POOL.idleCount]).toBe(idle.length);
          expect(list.top).toBe(idle[0]?.page ?? NOBODY);
        }
      }),
    );
  });
});

describe('a worker pool', () => {
  const free = {
    init() {},
    acquire() {},
    tryAcquire: () => true,
    release() {},
    isHeld: () => false,
  };

  function poolOf(words: Int32Array, self: number, kworkers: readonly number[] = pages) {
    const page = layout.poolPage(0);
    const idle = new IdleList(words, page, PLACES);
    const pool = new WorkerPool(words, page, free, {
      idle,
      kworkers,
      policy: 'lifo',
      self,
      step: () => {},
    });
    return { pool, idle, page };
  }

  const item = (index: number) => layout.itemAt(0, 0) + 100 * (index + 1);

  it('creates one where none is idle, and no second one while that is on its way', () => {
    const words = freshWords();
    const { pool, page } = poolOf(words, waker);
    pool.init();
    for (let index = 0; index < 5; index++) pool.queueWork(item(index));
    expect(words[page + POOL.created]).toBe(1);
    expect(pool.foundNoneIdle).toBe(1);
    // It arrives, takes an item, and finds more: the next is created.
    const first = poolOf(words, pages[0]!).pool;
    expect(first.takeAwake()).toBe(item(0));
    expect(words[page + POOL.created]).toBe(2);
    expect(words[page + POOL.peakBusy]).toBe(1);
  });

  it('keeps to its bound, and counts that nobody was idle', () => {
    const words = freshWords();
    const { pool, page } = poolOf(words, waker, pages.slice(0, 1));
    pool.init();
    pool.queueWork(item(0));
    const own = poolOf(words, pages[0]!, pages.slice(0, 1)).pool;
    own.takeAwake();
    pool.queueWork(item(1));
    pool.queueWork(item(2));
    expect(words[page + POOL.created]).toBe(1);
    expect(pool.foundNoneIdle).toBe(3);
  });

  it('wakes the one that rested last, once, and again only when it has gone to rest anew', () => {
    const words = freshWords();
    const { pool } = poolOf(words, waker);
    pool.init();
    // Two kworkers come for two items, and go to rest one after the other.
    const [a, b] = [poolOf(words, pages[0]!).pool, poolOf(words, pages[1]!).pool];
    pool.queueWork(item(0));
    pool.queueWork(item(1));
    expect(a.takeAwake()).toBe(item(0));
    expect(b.takeAwake()).toBe(item(1));
    expect(a.takeNext()).toBe(0);
    expect(b.takeNext()).toBe(0);
    const asleep = (page: number) => Atomics.load(words, page + THREAD.sleep) === 1;
    expect([asleep(pages[0]!), asleep(pages[1]!)]).toEqual([true, true]);
    for (let index = 2; index < 6; index++) pool.queueWork(item(index));
    expect(pool.wakeUps).toBe(1);
    expect([asleep(pages[0]!), asleep(pages[1]!)]).toEqual([true, false]);
    // Woken, it leaves work behind, and so wakes the other.
    expect(b.takeAwake()).toBe(item(2));
    expect(b.wakeUps).toBe(1);
    expect(asleep(pages[0]!)).toBe(false);
  });
});

describe('a kworker that goes to sleep', () => {
  it('does not, once it has been woken meanwhile, or nobody submits any more', () => {
    const words = freshWords();
    const spin = new Spin(words, Number.POSITIVE_INFINITY);
    const page = pages[0]!;
    words[CONTROL.submitting] = 1;
    kworkerSleep.prepare(words, page);
    expect(kworkerSleep.wake(words, page, 0)).toBe(true);
    expect(kworkerSleep.wake(words, page, 0)).toBe(false);
    expect(kworkerSleep.sleep(words, page, spin)).toBe(true);
    kworkerSleep.prepare(words, page);
    words[CONTROL.submitting] = 0;
    expect(kworkerSleep.sleep(words, page, spin)).toBe(false);
  });

  it('ends in the reserve, too, and at the deadline', () => {
    const words = freshWords();
    words[CONTROL.submitting] = 1;
    const page = pages[1]!;
    expect(() => kworkerSleep.sleep(words, page, new Spin(words, 0))).toThrow(/deadline/);
    kworkerSleep.end(words, page);
    expect(kworkerSleep.sleep(words, page, new Spin(words, Number.POSITIVE_INFINITY))).toBe(false);
  });
});
