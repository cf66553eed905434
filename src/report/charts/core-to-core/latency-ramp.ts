import type { PairLatency } from '../../../results/file/pair-latency-schema.js';
import { type LogDomain, logPlaces } from '../drawing/log-scale.js';

/**
 * Shades from near to far, by the logarithm. They are strengths of one colour over the paper, so
 * that far stands out on white as on black, and on paper without colour.
 */
export interface LatencyRamp {
  readonly domain: LogDomain;
  /** Number of a latency's shade, from 0. */
  shadeOf(ns: number): number;
  /** Opacity of a shade. */
  strengthOf(shade: number): number;
}

export const SHADES = 12;

/** Of nothing but noise a scale from least to most would make a pattern. */
const LEAST_SPAN = 2;

const FAINTEST = 0.06;
/** Text in the colour of ink stays readable on it. */
const STRONGEST_BEHIND_TEXT = 0.5;

export function latencyRamp(pairs: readonly PairLatency[], behindText: boolean): LatencyRamp {
  const medians = pairs.map(({ medianNs }) => medianNs);
  const low = medians.reduce((least, ns) => Math.min(least, ns), medians[0] ?? 1);
  const most = medians.reduce((most, ns) => Math.max(most, ns), low);
  const domain = { low, high: Math.max(most, low * LEAST_SPAN) };
  const { placeOf } = logPlaces(domain, SHADES);
  const strongest = behindText ? STRONGEST_BEHIND_TEXT : 1;
  return {
    domain,
    shadeOf: (ns) => Math.min(Math.floor(placeOf(ns)), SHADES - 1),
    strengthOf: (shade) => FAINTEST + ((strongest - FAINTEST) * shade) / (SHADES - 1),
  };
}
