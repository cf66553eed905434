// A measuring thread that starts well; in a trial thread 1 fails as WQBENCH_TEST_FAILURE says.
import { makeLock } from '../../../dist/native-free-bench/locks/make-lock.js';
import { takePart } from '../../../dist/native-free-bench/take-part.js';

const how = process.env.WQBENCH_TEST_FAILURE;

let slot = -1;

const failures = {
  throw() {
    throw new Error('deliberate failure');
  },
  exit() {
    process.exit(7);
  },
  hang() {
    for (;;);
  },
};

// The lock is made while a trial is assembled: there a failure is inside takePart, as it would be.
function makeFailing(kind, site) {
  if (slot === 1) failures[how]();
  return makeLock(kind, site);
}

export default function runTask(task) {
  const answer = takePart(task, makeFailing);
  if (answer.kind === 'started') slot = answer.slot;
  return answer;
}
