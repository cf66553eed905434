import type { Cpu } from './topology.js';

/** How far apart a topology says two CPUs are, nearest first. */
export const DISTANCES = ['same core', 'same LLC', 'same node', 'other node'] as const;

export type Distance = (typeof DISTANCES)[number];

/** What the two CPUs have in common, by what the topology declares. */
export function distanceOf(a: Cpu, b: Cpu): Distance {
  if (a.core === b.core) return 'same core';
  if (a.llc !== null && a.llc === b.llc) return 'same LLC';
  return a.node === b.node ? 'same node' : 'other node';
}
