import { plainScopes } from '../scopes/configurations.js';
import type { Scenario, ScenarioPart } from './scenario.js';

/** 56, 112 and 168 jobs were published, on 112 CPUs. */
const ISSUERS_PER_CPU = [0.5, 1, 1.5];

function part(issuersPerCpu: number): ScenarioPart {
  return {
    name: `${issuersPerCpu} ${issuersPerCpu === 1 ? 'issuer' : 'issuers'} a CPU`,
    workload: { kind: 'fsync', bytes: 4096 },
    issuersPerCpu,
    depth: 1,
    kworkers: 'threads',
    requests: plainScopes(['cache_shard']),
    policies: [1, 8].map((size) => ({ kind: 'shard-size', size })),
    baseline: 'cache_shard(size=8)',
    trialMs: 400,
    lockStats: false,
  };
}

/** Synced writes to a device: shards of one core against shards of eight. */
export const fsync: Scenario = {
  name: 'fsync',
  summary: '4 KiB written and synced, at 0.5, 1 and 1.5 issuers a CPU: shard size 1 against 8',
  published: ['xeon-2x28-fsync'],
  table: 'fsync',
  parts: ISSUERS_PER_CPU.map(part),
};
