import type { Pod } from './configuration.js';

/** CPUs of the smallest and of the largest pod. */
export function podSizes(pods: readonly Pod[]): { min: number; max: number } {
  const sizes = pods.map((pod) => pod.length);
  return { min: Math.min(...sizes), max: Math.max(...sizes) };
}
