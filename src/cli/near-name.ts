/** The name that `typed` is probably a slip of; null when none is near. */
export function nearName(typed: string, names: readonly string[]): string | null {
  const mostSlips = Math.max(1, Math.floor(typed.length / 3));
  const ranked = names
    .map((name) => ({ name, slips: editDistance(typed, name) }))
    .filter(({ slips }) => slips <= mostSlips)
    .sort((a, b) => a.slips - b.slips);
  return ranked[0]?.name ?? null;
}

/** Insertions, deletions, substitutions and swaps of neighbours (optimal string alignment). */
function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const next = [row];
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1];
      let least = Math.min(
        last[column]! + 1,
        next[column - 1]! + 1,
        last[column - 1]! + (same ? 0 : 1),
      );
      const swapped = a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      if (row > 1 && column > 1 && swapped) least = Math.min(least, beforeLast[column - 2]! + 1);
      next.push(least);
    }
    beforeLast = last;
    last = next;
  }
  return last[b.length]!;
}
