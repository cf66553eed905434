import type { Random } from '../../../src/core/prng.js';

/** A distribution of measurements whose median is known. */
export interface Distribution {
  readonly name: string;
  readonly median: number;
  readonly draw: (random: Random) => number;
}

/** Box-Muller. */
export function standardNormal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

/** Folded at 0, since a measurement is never negative; that is 5 sd off at 20 %. */
export function normal(sd: number): Distribution {
  const draw = (random: Random) => Math.abs(1 + sd * standardNormal(random));
  return { name: `normal, sd ${sd * 100} %`, median: 1, draw };
}

export function logNormal(sigma: number): Distribution {
  const draw = (random: Random) => Math.exp(sigma * standardNormal(random));
  return { name: `log-normal, sigma ${sigma}`, median: 1, draw };
}

export function uniform(low: number, high: number): Distribution {
  const draw = (random: Random) => low + (high - low) * random();
  return { name: `uniform, ${low} to ${high}`, median: (low + high) / 2, draw };
}

/** Uniform within 5 % of 1 (60 %) or of 4 (40 %); five sixths of the lower ones lie below its median. */
export const TWO_REGIMES: Distribution = {
  name: 'two regimes',
  median: 0.95 + 0.1 * (0.5 / 0.6),
  draw: (random) => (random() < 0.6 ? 1 : 4) * (0.95 + 0.1 * random()),
};

export function sample(n: number, { draw }: Distribution, random: Random): number[] {
  return Array.from({ length: n }, () => draw(random));
}

/** What a round does to all that is measured in it: a common factor with a spread of 20 %. */
export function roundFactors(n: number, random: Random): number[] {
  return sample(n, logNormal(0.2), random);
}

/** Share of `draws` in which `holds` is true. */
export function shareOf(draws: number, holds: () => boolean): number {
  let count = 0;
  for (let draw = 0; draw < draws; draw++) if (holds()) count++;
  return count / draws;
}
