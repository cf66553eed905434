import { TasLock } from './tas.js';

/** Bound of the back-off, in spin steps. */
const MAX_BACK_OFF = 64;

/**
 * Test-and-test-and-set with bounded exponential back-off: test-and-set that looks before it writes.
 * It waits on its own copy of the line, and after a lost race for the freed word stays away twice as
 * long. T. E. Anderson, "The Performance of Spin Lock Alternatives for Shared-Memory
 * Multiprocessors", IEEE TPDS 1(1), 1990.
 */
export class TtasLock extends TasLock {
  override acquire(): void {
    if (this.isHeld() || !this.tryAcquire()) this.wait();
  }

  protected override wait(): void {
    const startNs = this.site.meter.waitBegins();
    let backOff = 1;
    for (;;) {
      while (this.isHeld()) this.site.spin.step();
      if (this.tryAcquire()) break;
      this.site.spin.backOff(backOff);
      backOff = Math.min(backOff * 2, MAX_BACK_OFF);
    }
    this.site.meter.waitEnds(startNs);
  }
}
