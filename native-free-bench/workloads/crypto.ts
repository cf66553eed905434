import { createCipheriv, createHash } from 'node:crypto';
import { ITEM } from '../layout.js';
import { fillPattern, Payloads, seedOf } from './payload.js';
import type { Workload, WorkloadSite } from './workload.js';
import { DIGEST_BYTES } from './workload-spec.js';

const CIPHER = 'aes-256-xts';
const DIGEST = 'sha512';

/** Two AES-256 keys that differ, as XTS requires; of a benchmark, not of a secret. */
const KEY = Buffer.from(Array.from({ length: 64 }, (_, at) => at));

/**
 * AES-256-XTS of the payload, and SHA-512 of the ciphertext: what dm-crypt under a verifying fio
 * does. The payload is followed by two digests: that of the ciphertext as the submitter found it on
 * its own before the trial, and that which the item found.
 *
 *   │ plaintext, SIZE bytes │ expected, 64 │ found, 64 │
 */
export class CryptoWork implements Workload {
  private readonly words: Int32Array;
  private readonly slot: number;
  private readonly bytes: number;
  private readonly payloads: Payloads;
  private readonly vector = Buffer.alloc(16);

  constructor({ words, buffer, slot, spec }: WorkloadSite<{ kind: 'crypto'; bytes: number }>) {
    this.words = words;
    this.slot = slot;
    this.bytes = spec.bytes;
    this.payloads = new Payloads(buffer, words, spec.bytes + 2 * DIGEST_BYTES);
  }

  open(items: readonly number[]): void {
    for (const item of items) {
      const index = this.words[item + ITEM.index]!;
      fillPattern(this.payloads.of(item), seedOf(this.slot, index, 0));
      this.digest(item).copy(this.expected(item));
    }
  }

  prepare(item: number): void {
    this.found(item).fill(0);
  }

  run(item: number): void {
    this.digest(item).copy(this.found(item));
  }

  verify(item: number): void {
    if (this.found(item).equals(this.expected(item))) return;
    throw new Error('the digest of the ciphertext differs');
  }

  close(): void {}

  /** The initial vector of dm-crypt's `plain`: the number of the sector, here of the item. */
  private digest(item: number): Buffer {
    this.vector.writeUInt32LE(this.words[item + ITEM.index]!);
    const cipher = createCipheriv(CIPHER, KEY, this.vector);
    return createHash(DIGEST)
      .update(cipher.update(this.plaintext(item)))
      .digest();
  }

  private plaintext(item: number): Buffer {
    return this.payloads.of(item).bytes.subarray(0, this.bytes);
  }

  private expected(item: number): Buffer {
    return this.payloads.of(item).bytes.subarray(this.bytes, this.bytes + DIGEST_BYTES);
  }

  private found(item: number): Buffer {
    return this.payloads.of(item).bytes.subarray(this.bytes + DIGEST_BYTES);
  }
}
