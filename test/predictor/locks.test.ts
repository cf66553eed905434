import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Locks } from '../../src/predictor/simulation/locks.js';
import { machineOf } from '../../src/predictor/simulation/machine.js';
import { SimRandom } from '../../src/predictor/simulation/sim-random.js';

const machine = machineOf([{ cpu: 0, core: 0, llc: 0, node: 0, package: 0 }]);

function lockOf(fifo: boolean): Locks {
  return new Locks(1, 8, machine, { fifo, random: new SimRandom(7) });
}

/** Threads 0 to 7 ask in any order; whoever holds the lock releases it when told to. */
const script = fc.array(fc.oneof(fc.nat(7), fc.constant('release' as const)));

it('one thread at a time, in the order of asking under a FIFO lock', () => {
  fc.assert(
    fc.property(script, (steps) => {
      const locks = lockOf(true);
      const queue: number[] = [];
      let now = 0;
      for (const step of steps) {
        now++;
        if (step === 'release') {
          if (queue.length === 0) continue;
          queue.shift();
          expect(locks.release(0, now)).toBe(queue[0] ?? -1);
        } else if (!queue.includes(step)) {
          expect(locks.acquire(0, step, now)).toBe(queue.length === 0);
          queue.push(step);
        }
      }
    }),
  );
});

it('any waiter, and each once, under another lock', () => {
  const locks = lockOf(false);
  for (let thread = 0; thread < 8; thread++) locks.acquire(0, thread, 0);
  const order = Array.from({ length: 7 }, () => locks.release(0, 1));
  expect(order.toSorted()).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(order).not.toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(locks.release(0, 1)).toBe(-1);
});

it('counts waits and their time', () => {
  const locks = lockOf(true);
  locks.acquire(0, 0, 10);
  locks.acquire(0, 1, 20);
  locks.acquire(0, 2, 25);
  locks.release(0, 50);
  locks.release(0, 60);
  expect([locks.acquisitions[0], locks.contended[0]]).toEqual([3, 2]);
  expect([locks.waitNs[0], locks.maxWaitNs[0]]).toEqual([65, 35]);
});
