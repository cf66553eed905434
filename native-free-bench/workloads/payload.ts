import { ITEM, WORD_BYTES } from '../layout.js';

/** The same memory as bytes, for files and ciphers, and as words, for patterns. */
export interface Block {
  readonly bytes: Buffer;
  /** Up to the next whole word. */
  readonly words: Int32Array;
}

/** Of a thread alone. */
export function ownBlock(bytes: number): Block {
  const memory = new ArrayBuffer(wordsOf(bytes) * WORD_BYTES);
  return { bytes: Buffer.from(memory, 0, bytes), words: new Int32Array(memory) };
}

/** Items' payloads in shared memory, each looked up once. */
export class Payloads {
  private readonly buffer: SharedArrayBuffer;
  private readonly words: Int32Array;
  private readonly bytes: number;
  private readonly blocks = new Map<number, Block>();

  constructor(buffer: SharedArrayBuffer, words: Int32Array, bytes: number) {
    this.buffer = buffer;
    this.words = words;
    this.bytes = bytes;
  }

  of(item: number): Block {
    const known = this.blocks.get(item);
    if (known !== undefined) return known;
    const at = this.words[item + ITEM.payload]! * WORD_BYTES;
    const block = {
      bytes: Buffer.from(this.buffer, at, this.bytes),
      words: new Int32Array(this.buffer, at, wordsOf(this.bytes)),
    };
    this.blocks.set(item, block);
    return block;
  }
}

/**
 * Fills a block with what only this seed gives, so that an old, a torn or a foreign one is seen. The
 * mix of `splitmix32`; not secret, and no better than it has to be.
 */
export function fillPattern({ words }: Block, seed: number): void {
  let state = seed;
  for (let at = 0; at < words.length; at++) {
    state = (state + 0x9e3779b9) | 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    words[at] = mixed ^ (mixed >>> 15);
  }
}

/** Different for every item, submitter and round of a trial. */
export function seedOf(submitter: number, index: number, round: number): number {
  return Math.imul(submitter + 1, 0x85ebca6b) ^ Math.imul(index + 1, 0xc2b2ae35) ^ round;
}

function wordsOf(bytes: number): number {
  return Math.ceil(bytes / WORD_BYTES);
}
