import type { Warning } from '../core/warnings.js';
import type { Drift, Regimes } from './summary-schema.js';

/** Doubts about a configuration that no single trial shows, only all of them in order. */
export function seriesWarnings(drift: Drift | null, regimes: Regimes | null): Warning[] {
  return [...(drift?.significant ? [drifting(drift)] : []), ...(regimes ? [bimodal(regimes)] : [])];
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
