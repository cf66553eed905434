// A measuring thread that starts well; of ping-pongs thread 1 takes its place, calls the first pair
// if it has to, and then fails as WQBENCH_TEST_FAILURE says.
import { CONTROL } from '../../../dist/native-free-bench/layout.js';
import { makeLock } from '../../../dist/native-free-bench/locks/make-lock.js';
import { layOutPing, MAIL } from '../../../dist/native-free-bench/ping-layout.js';
import { sendMail } from '../../../dist/native-free-bench/play-pairs.js';
import { takePart } from '../../../dist/native-free-bench/take-part.js';

const how = process.env.WQBENCH_TEST_FAILURE;

let slot = -1;

const failures = {
  throw: () => ({ kind: 'failed', slot, reason: 'deliberate failure' }),
  exit: () => process.exit(7),
  hang() {
    for (;;);
  },
};

export default function runTask(task) {
  if (task.kind === 'ping' && slot === 1) {
    const { buffer, spec } = task;
    const words = new Int32Array(buffer);
    const layout = layOutPing(spec.threads, spec.pairs, spec.mostSamples);
    if (Atomics.add(words, CONTROL.arrived, 1) + 1 === spec.threads) {
      for (const side of [0, 1]) {
        sendMail(words, layout, words[layout.pairAt(0) + side], MAIL.pair0);
      }
    }
    return failures[how]();
  }
  const answer = takePart(task, makeLock);
  if (answer.kind === 'started') slot = answer.slot;
  return answer;
}
