/**
 * The next of at most one pending event for each of `slots` sources: a tournament tree, in which a
 * change costs one comparison a level. Of simultaneous events that of the lower slot comes first.
 */
export class EventQueue {
  private readonly leaves: number;
  private readonly times: Float64Array;
  /** Slot that wins below each inner node; node 1 is the root. */
  private readonly winners: Int32Array;

  constructor(slots: number) {
    this.leaves = 2 ** Math.ceil(Math.log2(Math.max(2, slots)));
    this.times = new Float64Array(this.leaves).fill(Number.POSITIVE_INFINITY);
    this.winners = new Int32Array(this.leaves);
    for (let node = this.leaves - 1; node >= 1; node--) {
      const child = node * 2;
      this.winners[node] = child >= this.leaves ? child - this.leaves : this.winners[child]!;
    }
  }

  /** Infinity: nothing is pending. */
  set(slot: number, time: number): void {
    const { times, winners } = this;
    times[slot] = time;
    let winner = slot;
    let winnerTime = time;
    // The lowest inner nodes compare two leaves, all others two winners.
    let other = slot ^ 1;
    let node = (slot + this.leaves) >> 1;
    for (;;) {
      const otherTime = times[other]!;
      if (otherTime < winnerTime || (otherTime === winnerTime && other < winner)) {
        winner = other;
        winnerTime = otherTime;
      }
      winners[node] = winner;
      if (node === 1) return;
      other = winners[node ^ 1]!;
      node >>= 1;
    }
  }

  timeOf(slot: number): number {
    return this.times[slot]!;
  }

  /** Slot of the earliest event. */
  first(): number {
    return this.winners[1]!;
  }
}
