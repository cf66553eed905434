import {
  build,
  decodeFromCompressedBase64,
  encodeIntoCompressedBase64,
  type Histogram,
  Int32Histogram,
} from 'hdr-histogram-js';

/**
 * An empty histogram of ns. It holds every 32-bit sample, so none is refused, and counts in 32 bits
 * (the library lets 8 and 16-bit counts overflow silently).
 */
export function emptyHistogram(): Histogram {
  return build({ ...RANGE, bitBucketSize: 32 });
}

/** One histogram of ns with the values of all of `histograms`; its counts are exact to 2^53. */
export function mergeHistograms(histograms: readonly Histogram[]): Histogram {
  const merged = build({ ...RANGE, bitBucketSize: 64 });
  for (const histogram of histograms) merged.add(histogram);
  return merged;
}

const RANGE = {
  autoResize: false,
  lowestDiscernibleValue: 1,
  highestTrackableValue: 2 ** 32 - 1,
  numberOfSignificantValueDigits: 3,
} as const;

/** A series in ns as HdrHistogram V2, compressed, base64. Fastest when `samples` are sorted. */
export function encodeHistogram(samples: Uint32Array): string {
  const histogram = emptyHistogram();
  let start = 0;
  for (let end = 1; end <= samples.length; end++) {
    if (samples[end] === samples[start]) continue;
    histogram.recordValueWithCount(samples[start] as number, end - start);
    start = end;
  }
  return encodeIntoCompressedBase64(histogram);
}

/** Values of a decoded histogram, its maximum too, are exact to 3 digits. Throws on foreign text. */
export function decodeHistogram(encoded: string): Histogram {
  return decodeFromCompressedBase64(encoded);
}

/** The value at an index among all values in order, exact to 3 digits. */
export function valueAt(histogram: Histogram, index: number): number {
  const last = index === histogram.totalCount - 1;
  // Half a value below the count wanted: rounding of the percentile then cannot reach the next.
  return last
    ? histogram.maxValue
    : histogram.getValueAtPercentile(((index + 0.5) / histogram.totalCount) * 100);
}

const GRID = new Int32Histogram(
  RANGE.lowestDiscernibleValue,
  RANGE.highestTrackableValue,
  RANGE.numberOfSignificantValueDigits,
);

/** What values that are recorded alike have in common. */
export function bucketOf(value: number): number {
  return GRID.lowestEquivalentValue(value);
}
