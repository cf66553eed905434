import type { Configuration } from '../scopes/configuration.js';
import type { PredictedRow } from './predict-row.js';

/** A way of sharding beside its prediction. */
export interface Candidate {
  readonly configuration: Configuration;
  readonly predicted: PredictedRow;
}

export interface Recommendation {
  /** Fewest pools within `tolerance` of the best; null where the ranges do not allow an answer. */
  readonly knee: Candidate | null;
  readonly best: Candidate;
}

/** What lies this near to the best is as good: predictions of shards are off by up to as much. */
const TOLERANCE = 0.1;

/**
 * The knee of the curve: of all that reach the best rate but for the tolerance, the one with the
 * fewest pools. No answer where the rate of the knee or of the best varies by more than lies between
 * the knee and the next coarser one.
 */
export function recommend(candidates: readonly Candidate[]): Recommendation {
  const byPools = candidates.toSorted(
    (a, b) => a.configuration.pods.length - b.configuration.pods.length,
  );
  const best = byPools.reduce((top, one) => (rateOf(one) > rateOf(top) ? one : top));
  const at = byPools.findIndex((one) => rateOf(one) >= (1 - TOLERANCE) * rateOf(best));
  const knee = byPools[at]!;
  const coarser = byPools[at - 1];
  const isClear = coarser === undefined || coarser.predicted.high < knee.predicted.low;
  return { knee: isClear ? knee : null, best };
}

function rateOf({ predicted }: Candidate): number {
  return predicted.itemsPerSecond;
}
