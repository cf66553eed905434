import fc from 'fast-check';
import { expect, it } from 'vitest';
import { BitSet } from '../../src/predictor/simulation/bit-set.js';
import { EventQueue } from '../../src/predictor/simulation/event-queue.js';
import { ThreadLists } from '../../src/predictor/simulation/thread-lists.js';

const SLOTS = 13;

it('the first event is the earliest, of the lowest slot among equals', () => {
  const changes = fc.array(
    fc.tuple(fc.nat(SLOTS - 1), fc.oneof(fc.nat(20), fc.constant(Number.POSITIVE_INFINITY))),
  );
  fc.assert(
    fc.property(changes, (list) => {
      const queue = new EventQueue(SLOTS);
      const times = new Array<number>(SLOTS).fill(Number.POSITIVE_INFINITY);
      for (const [slot, time] of list) {
        queue.set(slot, time);
        times[slot] = time;
        const earliest = Math.min(...times);
        expect(queue.timeOf(queue.first())).toBe(earliest);
        if (earliest < Number.POSITIVE_INFINITY)
          expect(queue.first()).toBe(times.indexOf(earliest));
      }
    }),
  );
});

it('a bit set finds the next member as a sorted list does', () => {
  const numbers = fc.array(fc.nat(99));
  fc.assert(
    fc.property(numbers, numbers, fc.nat(100), fc.nat(100), (added, deleted, from, end) => {
      const set = new BitSet(100);
      for (const member of added) set.add(member);
      for (const member of deleted) set.delete(member);
      const members = added.filter((member) => !deleted.includes(member));
      const within = members.filter((member) => member >= from && member < end);
      expect(set.next(from, end)).toBe(within.length === 0 ? -1 : Math.min(...within));
      for (const member of added) expect(set.has(member)).toBe(members.includes(member));
    }),
  );
});

it('thread lists do what arrays do', () => {
  const step = fc.record({ list: fc.nat(2), kind: fc.nat(4), at: fc.nat(7) });
  fc.assert(
    fc.property(fc.array(step), (steps) => {
      const lists = new ThreadLists(3, 40);
      const arrays: number[][] = [[], [], []];
      let next = 0;
      for (const { list, kind, at } of steps) {
        const array = arrays[list]!;
        if (kind === 0 && next < 40) {
          lists.pushFront(list, next);
          array.unshift(next++);
        } else if (kind === 1 && next < 40) {
          lists.pushBack(list, next);
          array.push(next++);
        } else if (kind === 2) {
          expect(lists.shift(list)).toBe(array.shift() ?? -1);
        } else if (at < array.length) {
          const [thread] = array.splice(at, 1);
          if (kind === 3) expect(lists.takeAt(list, at)).toBe(thread);
          else lists.remove(list, thread!);
        }
        expect(contentsOf(lists, list)).toEqual(array);
        expect(lists.length(list)).toBe(array.length);
      }
    }),
  );
});

function contentsOf(lists: ThreadLists, list: number): number[] {
  const found: number[] = [];
  for (let at = lists.first(list); at >= 0; at = lists.next(at)) found.push(at);
  return found;
}
