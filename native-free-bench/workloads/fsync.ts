import { fsyncSync } from 'node:fs';
import { ITEM } from '../layout.js';
import { BlockFile } from './block-file.js';
import { fillPattern, Payloads, seedOf } from './payload.js';
import { directoryOf, type Workload, type WorkloadSite } from './workload.js';

/** The submitter writes a block of its file, buffered; the item syncs the file. */
export class FsyncWork implements Workload {
  private readonly words: Int32Array;
  private readonly slot: number;
  private readonly file: BlockFile;
  private readonly payloads: Payloads;

  constructor(site: WorkloadSite<{ kind: 'fsync'; bytes: number }>) {
    const { words, buffer, slot, spec } = site;
    this.words = words;
    this.slot = slot;
    this.file = new BlockFile(words, directoryOf(site), slot, spec.bytes);
    this.payloads = new Payloads(buffer, words, spec.bytes);
  }

  open(items: readonly number[]): void {
    this.file.open(items);
  }

  prepare(item: number): void {
    const block = this.payloads.of(item);
    const { words, slot } = this;
    fillPattern(block, seedOf(slot, words[item + ITEM.index]!, words[item + ITEM.sequence]!));
    this.file.write(item, block.bytes);
  }

  run(item: number): void {
    fsyncSync(this.words[item + ITEM.file]!);
  }

  verify(item: number): void {
    this.file.verify(item, this.payloads.of(item).bytes);
  }

  close(): void {
    this.file.close();
  }
}
