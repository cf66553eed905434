import type { Warning } from '../core/warnings.js';
import type { Correlation, Drift, Regimes } from './file/summary-schema.js';

/** Codes of doubts that each configuration has for a reason of its own. */
export const SERIES_CODES: readonly string[] = ['drift', 'bimodal', 'follows-placement'];

/** Doubts about a configuration that no single trial shows, only all of them in order. */
export function seriesWarnings({ drift, regimes, placement }: Series): Warning[] {
  return [
    ...(drift?.significant ? [drifting(drift)] : []),
    ...(regimes ? [bimodal(regimes)] : []),
    ...(placement && followsPlacement(placement) ? [following(placement)] : []),
  ];
}

interface Series {
  readonly drift: Drift | null;
  readonly regimes: Regimes | null;
  readonly placement: Correlation | null;
}

/** Under 1 % by chance, as with the other doubts. */
const BY_CHANCE = 0.01;

export function followsPlacement({ p }: Correlation): boolean {
  return p <= BY_CHANCE;
}

function drifting({ slopePerRound, low, high }: Drift): Warning {
  const percent = (part: number) => `${(part * 100).toFixed(2)} %`;
  const way = slopePerRound > 0 ? 'rose' : 'fell';
  return {
    code: 'drift',
    message: `items/s ${way}: ${percent(slopePerRound)} a round (95 % CI ${percent(low)} to ${percent(high)}); the machine was not in a steady state, so run again, or for longer`,
  };
}

function bimodal({ low, high }: Regimes): Warning {
  const group = ({ n, median }: Regimes['low']) => `${n} trials about ${Math.round(median)}`;
  return {
    code: 'bimodal',
    message: `items/s fall into two regimes, ${group(low)} and ${group(high)}, with none between; on a virtual machine the host may have moved the CPUs: look at the trials, not at the mean`,
  };
}

function following({ n, rho, p }: Correlation): Warning {
  const way = rho < 0 ? 'fell' : 'rose';
  return {
    code: 'follows-placement',
    message: `items/s ${way} in rounds of higher core-to-core latency (rank correlation ${rho.toFixed(2)} over ${n} rounds, p=${p.toFixed(3)}): the host seems to move the CPUs, so trust the comparison within rounds more than a rate`,
  };
}
