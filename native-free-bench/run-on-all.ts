import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ThreadAnswer, ThreadTask } from './protocol.js';
import { FailedThread, TeamError } from './team-error.js';

/** Gives a task to an idle thread, or to a new one. */
export type RunTask = (task: ThreadTask) => Promise<ThreadAnswer>;

/** Time beyond the deadline in which the threads may report on their own. */
const GRACE_MS = 1000;

/**
 * Gives every thread the task and waits for all. The first failure decides: it calls `giveUp`, so
 * that the other threads leave their waits, and rejects.
 */
export async function runOnAll(
  run: RunTask,
  task: ThreadTask,
  threads: number,
  deadlineMs: number,
  giveUp: () => void = () => {},
  signal?: AbortSignal,
): Promise<ThreadAnswer[]> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const withinMs = deadlineMs + GRACE_MS;
    const say = () => reject(new TeamError('stalled', `no answer within ${withinMs} ms`));
    timer = setTimeout(say, withinMs);
    signal?.addEventListener('abort', () => reject(new Error('given up')));
  });
  try {
    const all = handOut(run, task, threads, signal).then((answers) => Promise.all(answers));
    return await Promise.race([all, late]);
  } catch (error) {
    giveUp();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/** A new thread starts for each task that finds none idle; in between, signals are heard. */
async function handOut(
  run: RunTask,
  task: ThreadTask,
  threads: number,
  signal: AbortSignal | undefined,
): Promise<Promise<ThreadAnswer>[]> {
  const answers: Promise<ThreadAnswer>[] = [];
  for (let given = 0; given < threads && !signal?.aborted; given++) {
    const answer = run(task).then(refuseFailure);
    // Its rejection is handled with the others', once all tasks are out.
    answer.catch(() => {});
    answers.push(answer);
    if (task.kind === 'start') await nextTurn();
  }
  return answers;
}

function refuseFailure(answer: ThreadAnswer): ThreadAnswer {
  switch (answer.kind) {
    case 'failed':
      throw new FailedThread(answer.slot, answer.reason);
    case 'stalled':
      throw new TeamError('stalled', answer.reason);
    case 'started':
    case 'measured':
    case 'served':
    case 'played':
    case 'woke':
      return answer;
  }
}
