// A measuring thread whose part of the wake-up protocol is broken as WQBENCH_TEST_FAULT says.

import { IdleList } from '../../../dist/native-free-bench/idle-list.js';
import { Inbox } from '../../../dist/native-free-bench/inbox.js';
import { kworkerSleep } from '../../../dist/native-free-bench/kworker-sleep.js';
import { ITEM, THREAD } from '../../../dist/native-free-bench/layout.js';
import { makeLock } from '../../../dist/native-free-bench/locks/make-lock.js';
import { takePart } from '../../../dist/native-free-bench/take-part.js';

const faults = {
  // Marks the sleeper, and does not call it.
  'no-notify': () => {
    kworkerSleep.wake = (words, page) => {
      const word = page + THREAD.sleep;
      return Atomics.compareExchange(words, word, 1, 2) === 1;
    };
  },
  // Says that it wakes, and leaves the sleeper alone.
  'no-wake': () => {
    kworkerSleep.wake = () => true;
  },
  // Completes the item, and leaves its submitter asleep.
  'no-delivery-wake': () => {
    Inbox.deliver = (words, item) => {
      Atomics.store(words, item + ITEM.completion, 1);
      Atomics.add(words, words[item + ITEM.submitter] + THREAD.completions, 1);
      return false;
    };
  },
  // Leaves a kworker in the idle list that is at work.
  'never-leaves': () => {
    IdleList.prototype.remove = () => {};
  },
  // Runs an item twice.
  'runs-twice': () => {
    const deliver = Inbox.deliver;
    Inbox.deliver = (words, item) => {
      if (words[item + ITEM.sequence] === 50) words[item + ITEM.runs] += 1;
      return deliver(words, item);
    };
  },
};

faults[process.env.WQBENCH_TEST_FAULT]();

export default function runTask(task) {
  return takePart(task, makeLock);
}
