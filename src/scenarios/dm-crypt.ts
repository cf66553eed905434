import { KERNEL_RULE } from '../scopes/configuration.js';
import type { ScopeRequest } from '../scopes/configurations.js';
import type { Scenario } from './scenario.js';

/** The five rows of the published table. */
const REQUESTS: readonly ScopeRequest[] = [
  { scopes: ['cache', 'system'], ...KERNEL_RULE },
  { scopes: ['cache'], ...KERNEL_RULE, affinityStrict: true },
  { scopes: ['cache', 'system'], ...KERNEL_RULE, wake: 'local' },
];

/** Encryption with deep queues by some issuers; kworkers have to spread it over all CPUs. */
export function dmCrypt(name: string, issuers: string, issuersPerCpu: number): Scenario {
  return {
    name,
    summary: `encrypt and verify 32 KiB, 64 items in flight, ${issuers}: system, cache, strict, local`,
    published: ['ryzen-3900x-dmcrypt'],
    table: 'utilisation',
    parts: [
      {
        name: issuers,
        workload: { kind: 'crypto', bytes: 32 * 1024 },
        issuersPerCpu,
        depth: 64,
        kworkers: 'threads',
        requests: REQUESTS,
        policies: [],
        baseline: 'system',
        trialMs: 500,
        lockStats: false,
      },
    ],
  };
}
