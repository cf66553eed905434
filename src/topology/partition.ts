/** What one source says of one group: `cpus` belong together, unless a higher `rank` has them. */
export interface Claim {
  readonly rank: number;
  readonly cpus: readonly number[];
}

export interface Partition {
  /** The same number for CPUs of the same group. */
  readonly groupOf: ReadonlyMap<number, number>;
  /** Whether every claim is one whole group; if not, the source contradicts itself. */
  readonly consistent: boolean;
}

/**
 * Groups that no two CPUs disagree on, also where the claims overlap: sharing is symmetric and
 * transitive, so claims of equal rank with a CPU in common become one group; a CPU claimed at
 * several ranks belongs to the highest.
 */
export function partition(claims: readonly Claim[]): Partition {
  const rankOf = new Map<number, number>();
  const parent = new Map<number, number>();
  const byRank = claims.toSorted((a, b) => b.rank - a.rank);
  for (const claim of byRank) {
    const members = claim.cpus.filter((cpu) => (rankOf.get(cpu) ?? claim.rank) === claim.rank);
    for (const cpu of members) {
      rankOf.set(cpu, claim.rank);
      if (!parent.has(cpu)) parent.set(cpu, cpu);
      parent.set(rootOf(parent, cpu), rootOf(parent, members[0] ?? cpu));
    }
  }
  const groupOf = new Map([...parent.keys()].map((cpu) => [cpu, rootOf(parent, cpu)]));
  const sizes = new Map<number, number>();
  for (const group of groupOf.values()) sizes.set(group, (sizes.get(group) ?? 0) + 1);
  const consistent = claims.every(({ cpus }) => {
    const groups = new Set(cpus.map((cpu) => groupOf.get(cpu)));
    const [group] = groups;
    return groups.size === 1 && group !== undefined && sizes.get(group) === cpus.length;
  });
  return { groupOf, consistent };
}

function rootOf(parent: Map<number, number>, cpu: number): number {
  let root = cpu;
  for (let up = parent.get(root) ?? root; up !== root; up = parent.get(root) ?? root) {
    parent.set(root, parent.get(up) ?? up);
    root = up;
  }
  return root;
}
