import { ITEM } from '../layout.js';
import { BLOCKS_PER_ITEM, BlockFile } from './block-file.js';
import { type Block, fillPattern, ownBlock, Payloads, seedOf } from './payload.js';
import { directoryOf, type Workload, type WorkloadSite } from './workload.js';
import type { FileAccess } from './workload-spec.js';

/** Writes or reads a block of the submitter's file: what a server does for NFS over loopback. */
export class FileWork implements Workload {
  private readonly words: Int32Array;
  private readonly slot: number;
  private readonly access: FileAccess;
  private readonly file: BlockFile;
  private readonly payloads: Payloads;
  private readonly expected: Block;

  constructor(site: WorkloadSite<{ kind: 'file'; bytes: number; access: FileAccess }>) {
    const { words, buffer, slot, spec } = site;
    this.words = words;
    this.slot = slot;
    this.access = spec.access;
    this.file = new BlockFile(words, directoryOf(site), slot, spec.bytes);
    this.payloads = new Payloads(buffer, words, spec.bytes);
    this.expected = ownBlock(spec.bytes);
  }

  /** Reads find in every block what a first round of writes would leave. */
  open(items: readonly number[]): void {
    this.file.open(items);
    if (this.access === 'write') return;
    for (const item of items) {
      for (let round = 0; round < BLOCKS_PER_ITEM; round++) {
        this.words[item + ITEM.sequence] = round;
        this.fill(this.expected, item, round);
        this.file.write(item, this.expected.bytes);
      }
    }
  }

  prepare(item: number): void {
    const block = this.payloads.of(item);
    if (this.access === 'write') this.fill(block, item, this.words[item + ITEM.sequence]!);
    else block.bytes.fill(0);
  }

  run(item: number): void {
    const { bytes } = this.payloads.of(item);
    if (this.access === 'write') this.file.write(item, bytes);
    else this.file.read(item, bytes);
  }

  verify(item: number): void {
    const { bytes } = this.payloads.of(item);
    if (this.access === 'write') {
      this.file.verify(item, bytes);
      return;
    }
    this.fill(this.expected, item, this.words[item + ITEM.sequence]! % BLOCKS_PER_ITEM);
    if (!bytes.equals(this.expected.bytes)) throw new Error('read other bytes than the file holds');
  }

  close(): void {
    this.file.close();
  }

  private fill(block: Block, item: number, round: number): void {
    fillPattern(block, seedOf(this.slot, this.words[item + ITEM.index]!, round));
  }
}
