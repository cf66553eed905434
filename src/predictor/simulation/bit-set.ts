/** Some of the numbers 0 to `size` - 1, found in order 32 at a time. */
export class BitSet {
  private readonly words: Int32Array;

  constructor(size: number) {
    this.words = new Int32Array((size + 31) >> 5);
  }

  add(member: number): void {
    this.words[member >> 5]! |= 1 << (member & 31);
  }

  delete(member: number): void {
    this.words[member >> 5]! &= ~(1 << (member & 31));
  }

  has(member: number): boolean {
    return ((this.words[member >> 5]! >>> (member & 31)) & 1) === 1;
  }

  /** The lowest member from `from` on and below `end`; -1 for none. */
  next(from: number, end: number): number {
    if (from >= end) return -1;
    let word = this.words[from >> 5]! & (-1 << (from & 31));
    for (let base = from & ~31; ; word = this.words[base >> 5]!) {
      if (word !== 0) {
        const found = base + 31 - Math.clz32(word & -word);
        return found < end ? found : -1;
      }
      base += 32;
      if (base >= end) return -1;
    }
  }
}
