import type { Warning } from '../../core/warnings.js';
import { recordConfiguration } from '../../results/configuration-record.js';
import { contradictions } from '../../results/core-to-core/contradictions.js';
import type { ConfigurationRecord } from '../../results/file/run-file.js';
import { configurationsOf, plainScopes, shardName } from '../../scopes/configurations.js';
import { podsOf } from '../../scopes/pods.js';
import { SCOPES, type Scope, type ShardPolicy } from '../../scopes/scope.js';
import { formatCpuList } from '../../topology/cpu-list.js';
import type { Cpu, Topology } from '../../topology/topology.js';
import { type CoreToCoreReport, coreToCoreReport } from '../core-to-core/core-to-core-report.js';

export const TOPOLOGY_SCHEMA_VERSION = 1;

/** What `wqbench topology` says, as data and, in this shape, as JSON. */
export interface TopologyReport {
  readonly schemaVersion: number;
  readonly source: Topology['source'];
  readonly cpus: readonly Cpu[];
  readonly scopes: Readonly<Record<Scope, ScopePods>>;
  /** `cache_shard` under each of the policies. */
  readonly shardings: readonly (ScopePods & { readonly name: string })[];
  /** What a run would measure: one entry for all that cut the CPUs alike. */
  readonly configurations: readonly Omit<
    ConfigurationRecord,
    'pods' | 'kworkers' | 'affinityStrict' | 'wake'
  >[];
  /** Only when measured. */
  readonly coreToCore?: CoreToCoreReport;
  readonly warnings: readonly Warning[];
}

/** Latencies between all CPUs in use. */
export type Measured = Pick<CoreToCoreReport, 'pairs' | 'roundTripsPerSample'>;

export interface ScopePods {
  readonly nr_pods: number;
  /** As CPU lists. */
  readonly pods: readonly string[];
}

/**
 * The CPUs in use and their pods: of every scope, where `cache_shard` follows the first of the
 * policies; of `cache_shard` under each; and the configurations that a run would measure. With the
 * latency of every pair of the CPUs, it also says where that contradicts the topology.
 */
export function topologyReport(
  topology: Topology,
  policies: readonly ShardPolicy[],
  measured: Measured | null,
): TopologyReport {
  const { cpus } = topology;
  const { configurations, warnings } = configurationsOf(topology, plainScopes(SCOPES), policies);
  return {
    schemaVersion: TOPOLOGY_SCHEMA_VERSION,
    source: topology.source,
    cpus,
    scopes: scopePods(topology, policies[0] ?? { kind: 'shard-size', size: 8 }),
    shardings: policies.map((policy) => ({
      name: shardName(policy),
      ...podsUnder(topology, 'cache_shard', policy),
    })),
    configurations: configurations.map((configuration) => {
      const record = recordConfiguration(configuration, 0, formatCpuList);
      const {
        pods: _pods,
        kworkers: _kworkers,
        affinityStrict: _strict,
        wake: _wake,
        ...report
      } = record;
      return report;
    }),
    ...(measured === null
      ? {}
      : { coreToCore: coreToCoreReport(cpus, measured.pairs, measured.roundTripsPerSample) }),
    warnings: [
      ...topology.warnings,
      ...warnings,
      ...(measured === null ? [] : contradictions(cpus, measured.pairs)),
    ],
  };
}

/** The report as one JSON document that ends in a newline. */
export function topologyJson(report: TopologyReport): string {
  return `${JSON.stringify(report, null, 2)}\n`;
}

function scopePods(topology: Topology, policy: ShardPolicy): Record<Scope, ScopePods> {
  return {
    cpu: podsUnder(topology, 'cpu', policy),
    smt: podsUnder(topology, 'smt', policy),
    cache_shard: podsUnder(topology, 'cache_shard', policy),
    cache: podsUnder(topology, 'cache', policy),
    numa: podsUnder(topology, 'numa', policy),
    system: podsUnder(topology, 'system', policy),
  };
}

function podsUnder(topology: Topology, scope: Scope, policy: ShardPolicy): ScopePods {
  const pods = podsOf(topology, scope, policy).map(formatCpuList);
  return { nr_pods: pods.length, pods };
}
