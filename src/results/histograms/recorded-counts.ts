import { type Histogram, JsHistogram } from 'hdr-histogram-js';

export interface RecordedCount {
  readonly value: number;
  readonly count: number;
}

/** The values of a histogram, ascending, exact to its digits, and how often each was recorded. */
export function recordedCounts(histogram: Histogram): RecordedCount[] {
  if (!(histogram instanceof JsHistogram)) throw new TypeError('only JsHistogram has an iterator');
  const counts: RecordedCount[] = [];
  const iterator = histogram.recordedValuesIterator;
  iterator.reset();
  while (iterator.hasNext()) {
    const { valueIteratedTo, countAtValueIteratedTo } = iterator.next();
    counts.push({ value: valueIteratedTo, count: countAtValueIteratedTo });
  }
  return counts;
}
