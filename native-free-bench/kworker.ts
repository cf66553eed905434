import { type CompletionWait, completion } from './item.js';
import { ITEM } from './layout.js';
import { NO_ITEM, type Pool } from './pool.js';

/** What an item does when it runs, before it is completed. */
export type WorkFunction = (words: Int32Array, item: number) => void;

/**
 * The pod's kworker on this CPU, played by a submitter that has to wait: what the kernel's context
 * switch does on a CPU whose submitter sleeps, without an operating-system wake-up.
 */
export class InlineKworker {
  /** Items run by this thread. */
  executed = 0;
  private readonly words: Int32Array;
  private readonly pool: Pool;
  private readonly runItem: WorkFunction;
  private readonly idle: CompletionWait;

  constructor(words: Int32Array, pool: Pool, runItem: WorkFunction, idle: CompletionWait) {
    this.words = words;
    this.pool = pool;
    this.runItem = runItem;
    this.idle = idle;
  }

  /** Pops and runs the pool's items, whoever queued them, until `ownItem` has run. */
  serveUntilDone(ownItem: number): void {
    while (!completion.seemsDone(this.words, ownItem)) {
      const item = this.pool.popFirst();
      if (item === NO_ITEM) {
        // Another thread has popped our item and is about to complete it. What is queued meanwhile
        // is popped by whoever queues it, so the lock is left alone.
        this.idle.until(this.words, ownItem);
        return;
      }
      this.words[item + ITEM.runs] = this.words[item + ITEM.runs]! + 1;
      this.executed++;
      this.runItem(this.words, item);
      if (item !== ownItem) {
        completion.complete(this.words, item);
      } else {
        completion.completeOwn(this.words, item);
        return;
      }
    }
  }
}
