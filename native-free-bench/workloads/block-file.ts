import { closeSync, openSync, readSync, unlinkSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { ITEM } from '../layout.js';

/** Blocks that each item of a submitter has in its file: it goes through them in turn. */
export const BLOCKS_PER_ITEM = 16;

/**
 * A submitter's own file. Its descriptor stands in each of the submitter's items: descriptors belong
 * to the process, so any thread can use it.
 */
export class BlockFile {
  private readonly words: Int32Array;
  private readonly bytes: number;
  private readonly path: string;
  private readonly found: Buffer;
  private file: number | null = null;

  constructor(words: Int32Array, directory: string, slot: number, bytes: number) {
    this.words = words;
    this.bytes = bytes;
    this.path = join(directory, `submitter-${slot}`);
    this.found = Buffer.alloc(bytes);
  }

  open(items: readonly number[]): void {
    this.file = openSync(this.path, 'wx+');
    for (const item of items) this.words[item + ITEM.file] = this.file;
  }

  /** Into the block of the item's round. Throws when it is not written whole. */
  write(item: number, block: Buffer): void {
    const file = this.words[item + ITEM.file]!;
    const written = writeSync(file, block, 0, this.bytes, this.offsetOf(item));
    if (written !== this.bytes) throw new Error(`wrote ${written} of ${this.bytes} bytes`);
  }

  read(item: number, into: Buffer): void {
    const file = this.words[item + ITEM.file]!;
    const read = readSync(file, into, 0, this.bytes, this.offsetOf(item));
    if (read !== this.bytes) throw new Error(`read ${read} of ${this.bytes} bytes`);
  }

  /** Throws when the block of the item's round holds anything but `block`. */
  verify(item: number, block: Buffer): void {
    this.read(item, this.found);
    if (!this.found.equals(block)) throw new Error('read back other bytes than were written');
  }

  close(): void {
    if (this.file === null) return;
    closeSync(this.file);
    this.file = null;
    unlinkSync(this.path);
  }

  private offsetOf(item: number): number {
    const block = this.words[item + ITEM.sequence]! % BLOCKS_PER_ITEM;
    return (this.words[item + ITEM.index]! * BLOCKS_PER_ITEM + block) * this.bytes;
  }
}
