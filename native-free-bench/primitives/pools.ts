import { CompletionWait, completion } from '../item.js';
import { InlineKworker } from '../kworker.js';
import { Spin } from '../spin.js';
import { runMicrobenchItem } from '../workloads/microbench.js';
import { ownPool } from './own-pool.js';
import type { Primitive } from './primitive.js';

/** A pool's two operations, and a whole item, under the default lock and uncontended. */
export function pools(): Primitive[] {
  const queue = ownPool('mcs');
  const whole = ownPool('mcs');
  const idle = new CompletionWait(new Spin(whole.words, Number.POSITIVE_INFINITY), false);
  const kworker = new InlineKworker(whole.words, whole.pool, runMicrobenchItem, idle);
  return [
    {
      group: 'pool',
      name: 'mcs queueWork + popFirst',
      run(times) {
        for (let time = 0; time < times; time++) {
          queue.pool.queueWork(queue.item);
          queue.pool.popFirst();
        }
        return queue.words[queue.guard]!;
      },
    },
    {
      group: 'pool',
      name: 'mcs whole item, untimed',
      run(times) {
        for (let time = 0; time < times; time++) {
          completion.reset(whole.words, whole.item);
          whole.pool.queueWork(whole.item);
          kworker.serveUntilDone(whole.item);
        }
        return kworker.executed;
      },
    },
  ];
}
