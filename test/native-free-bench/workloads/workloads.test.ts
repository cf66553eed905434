import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ITEM, layOut, WORD_BYTES } from '../../../native-free-bench/layout.js';
import { Failures, WorkRunner } from '../../../native-free-bench/work-runner.js';
import { makeWorkload } from '../../../native-free-bench/workloads/make-workload.js';
import type { CountedLock, Workload } from '../../../native-free-bench/workloads/workload.js';
import {
  parseWorkload,
  payloadBytesOf,
  type WorkloadSpec,
} from '../../../native-free-bench/workloads/workload-spec.js';
import { ROOM } from '../trials.js';

let directory: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'wqbench-work-'));
});

afterEach(() => rmSync(directory, { recursive: true }));

const DEPTH = 3;

/** One submitter with its items, and a second thread's side of the same workload. */
function stage(text: string) {
  const spec = parseWorkload(text) as WorkloadSpec;
  const layout = layOut({ ...ROOM, depth: DEPTH, payloadBytes: payloadBytesOf(spec) });
  const buffer = new SharedArrayBuffer(layout.bytes);
  const words = new Int32Array(buffer);
  const items = Array.from({ length: DEPTH }, (_, index) => layout.itemAt(0, index));
  items.forEach((item, index) => {
    words[item + ITEM.submitter] = layout.threadPage(0);
    words[item + ITEM.index] = index;
    words[item + ITEM.payload] = layout.payloadAt(0, index);
  });
  const log: string[] = [];
  const lock: CountedLock = {
    acquisitions: 0,
    init() {},
    acquire: () => log.push('acquire'),
    tryAcquire: () => true,
    release: () => log.push('release'),
    isHeld: () => false,
  };
  const site = { spec, buffer, words, directory, downstream: [lock] };
  const submitter = makeWorkload({ ...site, slot: 0 });
  const kworker = makeWorkload({ ...site, slot: 1 });
  const failures = new Failures();
  const runner = new WorkRunner(words, kworker, failures, true);
  const once = (index: number, sequence: number): void => {
    const item = items[index]!;
    words[item + ITEM.sequence] = sequence;
    words[item + ITEM.failed] = 0;
    submitter.prepare(item);
    runner.run(item);
  };
  const payload = (index: number) =>
    Buffer.from(buffer, words[items[index]! + ITEM.payload]! * WORD_BYTES, payloadBytesOf(spec));
  return { words, items, submitter, kworker, runner, failures, once, payload, log };
}

const ALL = [
  'microbench',
  'spin:2000',
  'crypto:1000',
  'crypto:16',
  'fsync:4096',
  'fsync:3',
  'file:512:write',
  'file:512:read',
  'file:7:write',
  'file:1:read',
  'downstream:2000',
];

describe.each(ALL)('%s', (text) => {
  it('is prepared by one thread, run by another, and right', () => {
    const { submitter, items, once, runner, failures } = stage(text);
    submitter.open(items);
    for (let sequence = 0; sequence < 40; sequence++) {
      const index = sequence % DEPTH;
      once(index, sequence);
      submitter.verify(items[index]!);
    }
    expect(runner.executed).toBe(40);
    expect(failures.count).toBe(0);
    submitter.close();
    submitter.close();
    expect(readdirSync(directory)).toEqual([]);
  });
});

describe.each(ALL.filter((text) => text !== 'microbench'))('%s', (text) => {
  it('is found out when the item did nothing', () => {
    const { submitter, items, words } = stage(text);
    submitter.open(items);
    const item = items[0]!;
    words[item + ITEM.sequence] = 5;
    submitter.prepare(item);
    words[item + ITEM.workNs] = 0;
    // A sync leaves no trace in what is read back: that it was called is all there is to see.
    if (text.startsWith('fsync')) submitter.verify(item);
    else expect(() => submitter.verify(item)).toThrow();
    submitter.close();
  });
});

function fileOf(): string {
  return join(directory, readdirSync(directory)[0]!);
}

describe('what an item did is found out', () => {
  it.each(['fsync:4096', 'file:512:write'])('when a byte of its block changes: %s', (text) => {
    const { submitter, items, once } = stage(text);
    submitter.open(items);
    once(1, 4);
    const bytes = readFileSync(fileOf());
    bytes[bytes.length - 1]! ^= 1;
    writeFileSync(fileOf(), bytes);
    expect(() => submitter.verify(items[1]!)).toThrow('read back other bytes than were written');
    submitter.close();
  });

  it('when a block is an old one', () => {
    const { submitter, items, once, words } = stage('file:512:write');
    submitter.open(items);
    once(0, 0);
    once(0, 16);
    const file = words[items[0]! + ITEM.file]!;
    writeSync(file, Buffer.alloc(512, 7), 0, 512, 0);
    expect(() => submitter.verify(items[0]!)).toThrow('other bytes');
    submitter.close();
  });

  it('when plaintext or digest change', () => {
    for (const at of [0, 999, 1000, 1063]) {
      const { submitter, items, once, payload } = stage('crypto:1000');
      submitter.open(items);
      payload(2)[at]! ^= 1;
      once(2, 0);
      expect(() => submitter.verify(items[2]!)).toThrow('the digest of the ciphertext differs');
    }
  });

  it('when what is read is not what the file held', () => {
    const { submitter, items, once, words } = stage('file:512:read');
    submitter.open(items);
    writeSync(words[items[0]! + ITEM.file]!, Buffer.of(1, 2, 3), 0, 3, 2 * 512);
    once(0, 2);
    expect(() => submitter.verify(items[0]!)).toThrow('read other bytes than the file holds');
    submitter.close();
  });
});

describe('an item that fails', () => {
  it('is counted once, with the reason of the first, and completed', () => {
    const { submitter, items, once, failures, words, runner } = stage('file:512:read');
    submitter.open(items);
    // A file that ends too early.
    writeFileSync(fileOf(), 'short');
    for (let sequence = 0; sequence < 5; sequence++) once(0, sequence);
    expect(failures.count).toBe(5);
    expect(failures.first).toBe('read 5 of 512 bytes');
    expect(words[items[0]! + ITEM.failed]).toBe(1);
    expect(words[items[0]! + ITEM.completion]).toBe(1);
    expect(runner.executed).toBe(5);
    submitter.close();
  });

  it('is not run again when its preparation has failed', () => {
    const { items, words, runner, failures, log } = stage('downstream:10');
    failures.note(words, items[0]!, new Error('before'));
    runner.run(items[0]!);
    expect(log).toEqual([]);
    expect(failures).toMatchObject({ count: 1, first: 'before' });
  });
});

describe('the downstream lock', () => {
  it('is released behind each hold', () => {
    const { submitter, items, once, log } = stage('downstream:10');
    submitter.open(items);
    once(0, 0);
    once(1, 1);
    expect(log).toEqual(['acquire', 'release', 'acquire', 'release']);
  });
});

it('files need a directory', () => {
  const spec = { kind: 'fsync', bytes: 4096 } as const;
  const buffer = new SharedArrayBuffer(4096);
  const site = { spec, buffer, words: new Int32Array(buffer), slot: 0, downstream: [] };
  const make = (): Workload => makeWorkload({ ...site, directory: null });
  expect(make).toThrow('no directory');
});
