import { formatNs } from '../../text/format.js';

/** Ends of a log scale, both above 0. */
export interface LogDomain {
  readonly low: number;
  readonly high: number;
}

/** A log scale has no 0: what a clock could not tell from it is drawn at its smallest step, 1 ns. */
export function drawableNs(ns: number): number {
  return Math.max(ns, 1);
}

/** Just around `values`, at least `spread` times as high as low; of no values, around 1. */
export function logDomain(values: readonly number[], spread = 2): LogDomain {
  const least = values.reduce((least, value) => Math.min(least, value), values[0] ?? 1);
  const most = values.reduce((most, value) => Math.max(most, value), least);
  const missing = Math.max(Math.sqrt((spread * least) / most), 1.05);
  return { low: least / missing, high: most * missing };
}

/** Round whole values within the domain, `most` or fewer: with 1, 2 and 5, or only powers of ten. */
export function logTicks({ low, high }: LogDomain, most = 9): number[] {
  const first = Math.floor(Math.log10(low));
  const decades = Array.from(
    { length: Math.ceil(Math.log10(high)) - first + 1 },
    (_, index) => 10 ** (first + index),
  );
  const within = (steps: readonly number[]) =>
    decades
      .flatMap((decade) => steps.map((step) => step * decade))
      .filter((value) => value >= low && value <= high && Number.isInteger(value));
  const kinds = [[1, 1.5, 2, 3, 4, 5, 6, 7, 8, 9], [1, 2, 5], [1, 3], [1]].map(within);
  return kinds.find((ticks) => ticks.length <= most) ?? everyNth(kinds.at(-1)!, most);
}

/** `2 µs`: a round latency without the digits that a measured one shows. */
export function formatNsTick(ns: number): string {
  return withoutZeros(formatNs(ns));
}

/** `1.50 M` to `1.5 M` */
export function withoutZeros(figure: string): string {
  return figure.replace(/(\.\d*?)0+(?=\D|$)/, '$1').replace(/\.(?=\D|$)/, '');
}

/** Place of a value on an axis, in px from its low end; and the way back. */
export interface Places {
  placeOf(value: number): number;
  valueAt(place: number): number;
}

export function logPlaces({ low, high }: LogDomain, length: number): Places {
  const span = Math.log(high / low);
  return {
    placeOf: (value) => (length * Math.log(value / low)) / span,
    valueAt: (place) => low * Math.exp((place / length) * span),
  };
}

/** On a linear axis that starts at 0. */
export function linearPlaces(most: number, length: number): Places {
  return {
    placeOf: (value) => (length * value) / most,
    valueAt: (place) => (place / length) * most,
  };
}

function everyNth(ticks: readonly number[], most: number): number[] {
  const step = Math.ceil(ticks.length / most);
  return ticks.filter((_, index) => index % step === 0);
}
