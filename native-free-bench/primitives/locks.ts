import { LOCK_KINDS } from '../locks/lock.js';
import { ownPool } from './own-pool.js';
import type { Primitive } from './primitive.js';

/** Acquire and release of every lock, uncontended. */
export function locks(): Primitive[] {
  return LOCK_KINDS.map((kind) => {
    const { words, lock, guard } = ownPool(kind);
    return {
      group: 'lock',
      name: `${kind} acquire + release`,
      run(times) {
        for (let time = 0; time < times; time++) {
          lock.acquire();
          lock.release();
        }
        return words[guard]!;
      },
    };
  });
}
