/** How far a cost can be from its mean, as a part of it: no step takes the same time twice. */
const JITTER = 0.3;

/** Time over which threads that do not start together start, in ns. */
export const STAGGER_NS = 50_000;

/** A time around its mean; `draw` is in [0, 1). */
export function varied(ns: number, draw: number): number {
  return ns * (1 - JITTER + 2 * JITTER * draw);
}
