import type { Primitive } from './primitive.js';

/** The atomic operations on a word that no other thread uses. */
export function atomics(): Primitive[] {
  const words = new Int32Array(new SharedArrayBuffer(128));
  return [
    {
      group: 'atomics',
      name: 'Atomics.load',
      run(times) {
        let sum = 0;
        for (let time = 0; time < times; time++) sum += Atomics.load(words, 0);
        return sum;
      },
    },
    {
      group: 'atomics',
      name: 'Atomics.store',
      run(times) {
        for (let time = 0; time < times; time++) Atomics.store(words, 0, time);
        return words[0]!;
      },
    },
    {
      group: 'atomics',
      name: 'Atomics.exchange',
      run(times) {
        let sum = 0;
        for (let time = 0; time < times; time++) sum += Atomics.exchange(words, 0, time);
        return sum;
      },
    },
    {
      group: 'atomics',
      name: 'Atomics.compareExchange',
      run(times) {
        let sum = 0;
        for (let time = 0; time < times; time++) {
          sum += Atomics.compareExchange(words, 0, words[0]!, time);
        }
        return sum;
      },
    },
    {
      group: 'atomics',
      name: 'Atomics.add',
      run(times) {
        let sum = 0;
        for (let time = 0; time < times; time++) sum += Atomics.add(words, 0, 1);
        return sum;
      },
    },
  ];
}
