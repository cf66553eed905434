import type { Configuration, Pod } from '../scopes/configuration.js';
import type { ShardPolicy } from '../scopes/scope.js';
import type { ConfigurationRecord } from './file/run-file.js';

/**
 * A configuration as run.json tells it, with the most kworker threads it can have: 0 where
 * submitters play their part. `formatCpus` writes a pod as a CPU list.
 */
export function recordConfiguration(
  configuration: Configuration,
  kworkers: number,
  formatCpus: (pod: Pod) => string,
): ConfigurationRecord {
  const { label, names, scope, scopes, policies, pods } = configuration;
  const sizes = pods.map((pod) => pod.length);
  return {
    label,
    names,
    scope,
    scopes,
    policies,
    ...policyFields(policies),
    nr_pods: pods.length,
    cpus_per_pod: { min: Math.min(...sizes), max: Math.max(...sizes) },
    pods: pods.map(formatCpus),
    kworkers,
    affinityStrict: kworkers > 0 && configuration.affinityStrict,
    wake: kworkers > 0 ? configuration.wake : null,
  };
}

function policyFields(
  policies: readonly ShardPolicy[],
): Pick<ConfigurationRecord, 'shards' | 'shardSize' | 'maxShards'> {
  const [policy] = policies;
  switch (policy?.kind) {
    case undefined:
      return {};
    case 'shards':
      return { shards: policy.shards };
    case 'shard-size':
      return { shardSize: policy.size };
    case 'max-shards':
      return { maxShards: policy.maxShards };
  }
}
