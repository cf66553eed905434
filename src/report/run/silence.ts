import type { Run } from '../../results/file/run-file.js';

/** The warnings that the user did not ask to leave out; all of them stay in the result. */
export function heard<T extends { readonly code: string }>(
  warnings: readonly T[],
  { silenced }: Pick<Run, 'silenced'>,
): T[] {
  return warnings.filter(({ code }) => !silenced.includes(code));
}
