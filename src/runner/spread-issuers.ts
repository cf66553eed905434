/**
 * CPU of each of `count` submitters, spread evenly over `cpus`: every CPU has as many as any other,
 * give or take one, and those with one more, or one at all, are as far apart as can be.
 */
export function spreadIssuers(count: number, cpus: readonly number[]): number[] {
  return Array.from(
    { length: count },
    (_, issuer) => cpus[Math.floor((issuer * cpus.length) / count)]!,
  );
}
