import { BALL } from './ping-layout.js';
import type { Spin } from './spin.js';

/** Vain attempts between two looks at deadline and abort: some 100 times a usual hop. */
const ATTEMPTS_BETWEEN_CHECKS = 4096;

/**
 * The leader's `roundTrips` round trips of the ball's cache line. Both sides try to take the ball
 * by compare-and-exchange, as in core-to-core-latency (N. Viennot): an attempt, also a vain one,
 * brings the line over to be written, so a hop is one transfer. Waiting with loads would add a
 * second, from shared to owned. No `Atomics.pause`: on some CPUs it lasts longer than a hop.
 *
 * Throws `StalledError`.
 */
export function lead(words: Int32Array, ball: number, roundTrips: number, spin: Spin): void {
  for (let done = 0; done < roundTrips; done++) {
    let left = ATTEMPTS_BETWEEN_CHECKS;
    while (Atomics.compareExchange(words, ball, BALL.leader, BALL.follower) !== BALL.leader) {
      if (--left === 0) {
        left = ATTEMPTS_BETWEEN_CHECKS;
        spin.rest();
      }
    }
  }
}

/** The other side of `lead`; false once the leader has stopped. Throws `StalledError`. */
export function follow(words: Int32Array, ball: number, roundTrips: number, spin: Spin): boolean {
  for (let done = 0; done < roundTrips; done++) {
    let left = ATTEMPTS_BETWEEN_CHECKS;
    for (;;) {
      const found = Atomics.compareExchange(words, ball, BALL.follower, BALL.leader);
      if (found === BALL.follower) break;
      if (found === BALL.stop) return false;
      if (--left === 0) {
        left = ATTEMPTS_BETWEEN_CHECKS;
        spin.rest();
      }
    }
  }
  return true;
}

/** Ends the follower's part and waits until it has let go of the ball. Throws `StalledError`. */
export function stopFollower(words: Int32Array, ball: number, spin: Spin): void {
  while (Atomics.compareExchange(words, ball, BALL.leader, BALL.stop) !== BALL.leader) spin.step();
  // Orders the follower's last look at the ball before the next pair that plays with it.
  while (Atomics.load(words, ball) !== BALL.leader) spin.step();
}

/** The follower's answer to a stop: the ball is as it was before the pair. */
export function letGo(words: Int32Array, ball: number): void {
  Atomics.store(words, ball, BALL.leader);
}
