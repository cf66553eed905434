import { REDACTED, redactWords } from '../file/redact.js';
import type { KernelRun } from './kernel-run.js';

/** Without the names of its machine, of people, directories and files in its command lines. */
export function redactKernelRun(run: KernelRun, users: readonly string[]): KernelRun {
  const words = (list: readonly string[]) => redactWords(list, run.host, users);
  return { ...run, host: REDACTED, command: words(run.command), swept: words(run.swept) };
}
