import { makeLock } from './locks/make-lock.js';
import type { ThreadAnswer, ThreadTask } from './protocol.js';
import { takePart } from './take-part.js';

/** The only file a measuring thread starts from; Piscina calls it with each task. */
export default function runTask(task: ThreadTask): ThreadAnswer {
  return takePart(task, makeLock);
}
