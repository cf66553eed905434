import { dmCryptHigh } from './dm-crypt-high.js';
import { dmCryptLow } from './dm-crypt-low.js';
import { dmCryptMed } from './dm-crypt-med.js';
import { fsync } from './fsync.js';
import { microbench } from './microbench.js';
import { nfsLoopback } from './nfs-loopback.js';
import { rpciod } from './rpciod.js';
import type { Scenario } from './scenario.js';

/** In the order of lists. */
export const SCENARIOS: readonly Scenario[] = [
  microbench,
  nfsLoopback,
  fsync,
  dmCryptHigh,
  dmCryptMed,
  dmCryptLow,
  rpciod,
];

export const SCENARIO_NAMES: readonly string[] = SCENARIOS.map(({ name }) => name);

export function scenarioNamed(name: string): Scenario | null {
  return SCENARIOS.find((scenario) => scenario.name === name) ?? null;
}
