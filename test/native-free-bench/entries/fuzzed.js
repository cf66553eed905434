// A measuring thread that dawdles at random between any two steps: nothing, a busy while, or a sleep
// in which the scheduler runs others.
import { threadId } from 'node:worker_threads';
import { makeLock } from '../../../dist/native-free-bench/locks/make-lock.js';
import { takePart } from '../../../dist/native-free-bench/take-part.js';

const nobody = new Int32Array(new SharedArrayBuffer(4));
let state = Math.imul(threadId, 0x9e3779b9);

function random() {
  state = (Math.imul(state, 1664525) + 1013904223) | 0;
  return (state >>> 8) / 2 ** 24;
}

function dawdle() {
  const chance = random();
  if (chance < 0.8) return;
  if (chance < 0.95) {
    for (let left = Math.floor(random() * 3000); left > 0; left--);
  } else {
    Atomics.wait(nobody, 0, 0, random() * 0.3);
  }
}

function makeDawdling(kind, site) {
  const lock = makeLock(kind, site);
  for (const verb of ['acquire', 'release']) {
    const act = lock[verb].bind(lock);
    lock[verb] = () => {
      dawdle();
      act();
      dawdle();
    };
  }
  return lock;
}

export default function runTask(task) {
  return takePart(task, makeDawdling, dawdle);
}
