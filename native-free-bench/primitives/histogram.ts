import { build } from 'hdr-histogram-js';
import type { Primitive } from './primitive.js';

/** Recording into a histogram of 3 digits; done after a trial, never inside one. */
export function histogram(): Primitive[] {
  const values = build({ lowestDiscernibleValue: 1, highestTrackableValue: 2 ** 32 });
  return [
    {
      group: 'histogram',
      name: 'HdrHistogram recordValue',
      run(times) {
        for (let time = 0; time < times; time++) values.recordValue(50 + (time & 1023));
        return values.totalCount;
      },
    },
  ];
}
