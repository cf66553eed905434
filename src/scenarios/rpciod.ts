import { KERNEL_RULE } from '../scopes/configuration.js';
import type { Scope } from '../scopes/scope.js';
import type { Scenario } from './scenario.js';

const LADDER: readonly Scope[] = ['cpu', 'smt', 'cache_shard', 'cache', 'numa'];

/**
 * Completions that free memory under a lock of the whole node. 20 µs is the order of what such a
 * lock was waited for in the published profile (96 to 111 µs with some CPUs in line), and enough
 * for the wake-ups of this engine not to hide it.
 */
export const rpciod: Scenario = {
  name: 'rpciod',
  summary: 'items that take a lock of the whole node for 20 µs: every scope, strict and not',
  published: ['rpciod-scope-ladder'],
  table: 'scope-ladder',
  parts: [
    {
      name: 'scope ladder',
      workload: { kind: 'downstream', holdNs: 20_000, span: 'node' },
      issuersPerCpu: 1,
      depth: 8,
      kworkers: 'threads',
      requests: [
        { scopes: LADDER, ...KERNEL_RULE },
        { scopes: LADDER, ...KERNEL_RULE, affinityStrict: true },
      ],
      policies: [{ kind: 'shard-size', size: 8 }],
      baseline: 'cache',
      trialMs: 400,
      lockStats: true,
    },
  ],
};
