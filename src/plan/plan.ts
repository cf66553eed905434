import { type Random, shuffled } from '../core/prng.js';
import type { Configuration } from '../scopes/configuration.js';

/** One trial to run: round and configuration, in the order of execution. */
export interface PlannedTrial<C = Configuration> {
  readonly round: number;
  readonly configuration: C;
}

/**
 * Every configuration once a round, in an order drawn anew each round: a drift of the machine then
 * falls on all configurations alike, and none always runs behind the same neighbour.
 */
export function planTrials<C>(
  configurations: readonly C[],
  rounds: number,
  random: Random,
): PlannedTrial<C>[] {
  return Array.from({ length: rounds }, (_, round) =>
    shuffled(configurations, random).map((configuration) => ({ round, configuration })),
  ).flat();
}
