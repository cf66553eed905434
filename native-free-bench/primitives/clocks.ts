import { nowNs } from '../clock.js';
import type { Primitive } from './primitive.js';

/** Node's clocks, and the one of them that the loop uses. */
export function clocks(): Primitive[] {
  return [
    {
      group: 'clock',
      name: 'nowNs (used)',
      run(times) {
        let sum = 0;
        for (let time = 0; time < times; time++) sum += nowNs();
        return sum;
      },
    },
    {
      group: 'clock',
      name: 'process.hrtime',
      run(times) {
        let sum = 0;
        for (let time = 0; time < times; time++) sum += process.hrtime()[1];
        return sum;
      },
    },
    {
      group: 'clock',
      name: 'process.hrtime.bigint',
      run(times) {
        let last = 0n;
        for (let time = 0; time < times; time++) last = process.hrtime.bigint();
        return Number(last);
      },
    },
    {
      group: 'clock',
      name: 'performance.now',
      run(times) {
        let sum = 0;
        for (let time = 0; time < times; time++) sum += performance.now();
        return sum;
      },
    },
  ];
}
