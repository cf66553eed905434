/** A place in `T`, and what is wrong there; false where nothing is. */
export type Check<T> = readonly [place: string, problemOf: (item: T) => string | false];

/** The first problem of an item, as `place: problem`; null where it has none. */
export function problemIn<T>(item: T, checks: readonly Check<T>[]): string | null {
  for (const [place, problemOf] of checks) {
    const problem = problemOf(item);
    if (problem !== false) return `${place}: ${problem}`;
  }
  return null;
}

/** The first answer of `problemOf`, behind the place of its item. */
export function problemInEach<T>(
  place: string,
  items: readonly T[],
  problemOf: (item: T, index: number) => string | null,
): string | null {
  for (const [index, item] of items.entries()) {
    const problem = problemOf(item, index);
    if (problem !== null) return `${place}[${index}].${problem}`;
  }
  return null;
}
