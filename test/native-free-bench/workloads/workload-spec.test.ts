import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  bytesPerItemOf,
  nameOfWorkload,
  parseWorkload,
  type WorkloadSpec,
} from '../../../native-free-bench/workloads/workload-spec.js';
import { runSchema } from '../../../src/results/file/run-file.js';

describe('a workload as typed', () => {
  it.each<[string, WorkloadSpec]>([
    ['microbench', { kind: 'microbench' }],
    ['spin:500', { kind: 'spin', ns: 500 }],
    ['crypto', { kind: 'crypto', bytes: 32_768 }],
    ['crypto:4k', { kind: 'crypto', bytes: 4096 }],
    ['crypto:16', { kind: 'crypto', bytes: 16 }],
    ['crypto:32KiB', { kind: 'crypto', bytes: 32_768 }],
    ['crypto:1M', { kind: 'crypto', bytes: 1_048_576 }],
    ['fsync', { kind: 'fsync', bytes: 4096 }],
    ['fsync:1', { kind: 'fsync', bytes: 1 }],
    ['file:read', { kind: 'file', bytes: 512, access: 'read' }],
    ['file:4k:write', { kind: 'file', bytes: 4096, access: 'write' }],
    ['downstream:2000', { kind: 'downstream', holdNs: 2000, span: 'system' }],
    ['downstream:2000:node', { kind: 'downstream', holdNs: 2000, span: 'node' }],
  ])('%s', (text, spec) => {
    expect(parseWorkload(text)).toEqual(spec);
  });

  it.each([
    ...['', 'knit', 'microbench:1', 'spin', 'spin:', 'spin:0', 'spin:-1', 'spin:1e3', 'spin:1:2'],
    ...[
      'spin:1000000001',
      'crypto:0',
      'crypto:15',
      'crypto:17M',
      'crypto:4x',
      'crypto:',
      'crypto:1:2',
    ],
    ...[
      'fsync:0',
      'fsync:4.5k',
      'file',
      'file:512',
      'file:512:append',
      'file:read:512',
      'file:1:2:read',
    ],
    ...['downstream', 'downstream:', 'downstream:0', 'downstream:5:cpu', 'downstream:5:node:x'],
  ])('%j is none', (text) => {
    expect(parseWorkload(text)).toBeNull();
  });

  const specs: fc.Arbitrary<WorkloadSpec> = fc.oneof(
    fc.constant({ kind: 'microbench' as const }),
    fc.record({ kind: fc.constant('spin' as const), ns: fc.integer({ min: 1, max: 1e9 }) }),
    fc.record({
      kind: fc.constantFrom('crypto' as const, 'fsync' as const),
      bytes: fc.integer({ min: 16, max: 2 ** 24 }),
    }),
    fc.record({
      kind: fc.constant('file' as const),
      bytes: fc.integer({ min: 1, max: 2 ** 24 }),
      access: fc.constantFrom('read' as const, 'write' as const),
    }),
    fc.record({
      kind: fc.constant('downstream' as const),
      holdNs: fc.integer({ min: 1, max: 1e9 }),
      span: fc.constantFrom('node' as const, 'system' as const),
    }),
  );

  it('has a name that it is read back from, and that results take', () => {
    fc.assert(
      fc.property(specs, (spec) => {
        const name = nameOfWorkload(spec);
        expect(parseWorkload(name)).toEqual(spec);
        expect(runSchema.shape.workload.safeParse(name).success).toBe(true);
        expect(bytesPerItemOf(spec)).toBe('bytes' in spec ? spec.bytes : null);
      }),
    );
  });
});
