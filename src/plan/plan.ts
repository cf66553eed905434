import { type Random, shuffled } from '../core/prng.js';
import type { Configuration } from '../scopes/configuration.js';

/** One trial to run: round and configuration, in the order of execution. */
export interface PlannedTrial {
  readonly round: number;
  readonly configuration: Configuration;
}

/**
 * Every configuration once a round, in an order drawn anew each round: a drift of the machine then
 * falls on all configurations alike, and none always runs behind the same neighbour.
 */
export function planTrials(
  configurations: readonly Configuration[],
  rounds: number,
  random: Random,
): PlannedTrial[] {
  return Array.from({ length: rounds }, (_, round) =>
    shuffled(configurations, random).map((configuration) => ({ round, configuration })),
  ).flat();
}
