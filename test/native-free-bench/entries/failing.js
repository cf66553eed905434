// A measuring thread that starts well; the first to take a trial then fails as `?how=` says.
import { makeLock } from '../../../dist/native-free-bench/locks/make-lock.js';
import { takePart } from '../../../dist/native-free-bench/take-part.js';

const how = new URL(import.meta.url).searchParams.get('how') ?? process.env.WQBENCH_TEST_FAILURE;

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

export default function runTask(task) {
  if (task.kind === 'start' || Atomics.add(new Int32Array(task.buffer), 2, 1) !== 0) {
    return takePart(task, makeLock);
  }
  return failures[how]();
}
