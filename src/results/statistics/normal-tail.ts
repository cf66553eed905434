/** Probability that a standard normal variable exceeds `z`; z >= 0, relative error under 1e-12. */
export function normalUpperTail(z: number): number {
  const density = Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI);
  return z < 3 ? 0.5 - density * oddSeries(z) : density / (z + continuedFraction(z));
}

/** z + z^3/3 + z^5/(3*5) + ... (Abramowitz & Stegun 26.2.11). */
function oddSeries(z: number): number {
  let term = z;
  let sum = z;
  for (let factor = 3; term > sum * Number.EPSILON; factor += 2) {
    term *= (z * z) / factor;
    sum += term;
  }
  return sum;
}

/** 1/(z + 2/(z + 3/(z + ...))) (Abramowitz & Stegun 26.2.14); 100 levels are enough from 3 on. */
function continuedFraction(z: number): number {
  let rest = 0;
  for (let level = 100; level >= 1; level--) rest = level / (z + rest);
  return rest;
}
