import type { Duration } from '../scenario.js';

/**
 * sfc32 (C. Doty-Humphrey, PractRand, public domain): 128 bits of state in four words, for draws in
 * numbers that would wear out the 32 bits which order trials.
 */
export class SimRandom {
  private a: number;
  private b: number;
  private c = 0;
  private counter = 1;

  constructor(seed: number) {
    this.a = seed | 0;
    this.b = (seed ^ 0x9e3779b9) | 0;
    for (let round = 0; round < 12; round++) this.bits();
  }

  /** In [0, 1). */
  next(): number {
    return (this.bits() >>> 0) / 2 ** 32;
  }

  below(count: number): number {
    return Math.floor(this.next() * count);
  }

  duration({ kind, ns }: Duration): number {
    return kind === 'fixed' ? ns : -Math.log(1 - this.next()) * ns;
  }

  private bits(): number {
    const sum = (this.a + this.b + this.counter) | 0;
    this.counter = (this.counter + 1) | 0;
    this.a = this.b ^ (this.b >>> 9);
    this.b = (this.c + (this.c << 3)) | 0;
    this.c = (((this.c << 21) | (this.c >>> 11)) + sum) | 0;
    return sum;
  }
}
