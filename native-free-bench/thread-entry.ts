import { makeLock } from './locks/make-lock.js';
import type { StartReport, ThreadTask, TrialReport } from './protocol.js';
import { takePart } from './take-part.js';

/** The only file a measuring thread starts from; Piscina calls it with each task. */
export default function runTask(task: ThreadTask): StartReport | TrialReport {
  return takePart(task, makeLock);
}
