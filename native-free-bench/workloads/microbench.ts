import { completion } from '../item.js';

/** The microbenchmark's work function: it completes the item's completion and does nothing else. */
export function runMicrobenchItem(words: Int32Array, item: number): void {
  completion.complete(words, item);
}
