import type { MeanAndSpread } from './own-figures.js';

/** `+1.2 %`, `-7.7 %` */
export function signedPercent(percent: number): string {
  return `${percent >= 0 ? '+' : ''}${percent.toFixed(1)} %`;
}

/** `1155 ± 0.9`, in 4 digits. */
export function meanWithSpread({ mean, stddev }: MeanAndSpread): string {
  const spread = stddev === null ? '' : ` ± ${stddev.toPrecision(2)}`;
  return `${mean >= 1000 ? mean.toFixed(0) : mean.toPrecision(4)}${spread}`;
}

/** `+8.7 ± 0.9 %` */
export function signedWithSpread({ mean, stddev }: MeanAndSpread): string {
  const spread = stddev === null ? '' : ` ± ${stddev.toFixed(1)}`;
  return `${mean >= 0 ? '+' : ''}${mean.toFixed(1)}${spread} %`;
}
