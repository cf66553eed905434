import { axisX, type Markish, type ScaleOptions } from '@observablehq/plot';
import { FONT_SIZE, MUTED, RULE } from '../drawing/chart-style.js';

/** First and last round that are drawn. */
export type Rounds = readonly [first: number, last: number];

/** Null without any. */
export function roundsOf(rounds: readonly number[]): Rounds | null {
  const [any] = rounds;
  if (any === undefined) return null;
  const first = rounds.reduce((least, round) => Math.min(least, round), any);
  return [first, rounds.reduce((most, round) => Math.max(most, round), any)];
}

/** With half a round free at either end. */
export function roundScale([first, last]: Rounds): ScaleOptions {
  return { domain: [first - 0.5, last + 0.5], axis: null };
}

/** `width` is that of the drawn part, in px. */
export function roundAxis(rounds: Rounds, width: number): Markish {
  return axisX(roundTicks(rounds, Math.max(Math.floor(width / PX_PER_TICK), 1)), {
    tickFormat: String,
    label: 'round',
    labelAnchor: 'center',
    labelArrow: 'none',
    labelOffset: 32,
    color: MUTED,
    stroke: RULE,
    fontSize: FONT_SIZE - 1,
  });
}

const PX_PER_TICK = 34;

/** At most `most` rounds, steps of 1, 2 or 5 times a power of ten apart. */
function roundTicks([first, last]: Rounds, most: number): number[] {
  let step = 1;
  for (let power = 1; (last - first) / step >= most; power *= 10) {
    step = [1, 2, 5].map((digit) => digit * power).find((s) => (last - first) / s < most) ?? step;
  }
  const start = Math.ceil(first / step) * step;
  const count = Math.floor((last - start) / step) + 1;
  return Array.from({ length: count }, (_, index) => start + index * step);
}
