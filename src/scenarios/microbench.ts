import { plainScopes } from '../scopes/configurations.js';
import type { Scenario } from './scenario.js';

/** The sweep that the proposal of cache_shard was argued with. */
export const microbench: Scenario = {
  name: 'microbench',
  summary: 'the kernel microbenchmark: cache against cache_shard at 1 to 8 shards',
  published: ['grace-72c', 'epyc-9d64'],
  table: 'sweep',
  parts: [
    {
      name: 'sweep',
      workload: { kind: 'microbench' },
      issuersPerCpu: 1,
      depth: 1,
      kworkers: 'inline',
      requests: plainScopes(['cpu', 'cache_shard', 'cache', 'system']),
      policies: [1, 2, 4, 8].map((shards) => ({ kind: 'shards', shards })),
      baseline: 'cache',
      trialMs: 200,
      lockStats: false,
    },
  ],
};
