// A measuring thread whose lock works, but whose 100th holder finds that somebody was in as well.
import { POOL } from '../../../dist/native-free-bench/layout.js';
import { makeLock } from '../../../dist/native-free-bench/locks/make-lock.js';
import { takePart } from '../../../dist/native-free-bench/take-part.js';

function makeIntruding(kind, site) {
  const lock = makeLock(kind, site);
  const guard = site.lock - POOL.lock + POOL.guard;
  let acquisitions = 0;
  const acquire = lock.acquire.bind(lock);
  lock.acquire = () => {
    acquire();
    // What a second holder's lost update of the plain counter leaves.
    if (++acquisitions === 100) site.words[guard] -= 1;
  };
  return lock;
}

export default function runTask(task) {
  return takePart(task, makeIntruding);
}
