import type { FileAccess } from '../../native-free-bench/workloads/workload-spec.js';
import { plainScopes } from '../scopes/configurations.js';
import type { Scenario, ScenarioPart } from './scenario.js';

/** 200 jobs were published, on 72 and on 88 CPUs. */
const ISSUERS_PER_CPU = 3;

function part(access: FileAccess): ScenarioPart {
  return {
    name: access,
    workload: { kind: 'file', bytes: 512, access },
    issuersPerCpu: ISSUERS_PER_CPU,
    depth: 1,
    kworkers: 'threads',
    requests: plainScopes(['cache_shard', 'cache']),
    policies: [1, 2, 4, 8, 16, 32].map((shards) => ({ kind: 'shards', shards })),
    baseline: 'cache',
    trialMs: 400,
    lockStats: false,
  };
}

/** What a server does for NFS over loopback: small writes, then reads, in a file system in memory. */
export const nfsLoopback: Scenario = {
  name: 'nfs-loopback',
  summary: '512-byte writes, then reads, in memory: cache against cache_shard at 1 to 32 shards',
  published: ['nfs-loopback-fio'],
  table: 'bandwidth-change',
  parts: [part('write'), part('read')],
};
