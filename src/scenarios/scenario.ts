import {
  nameOfWorkload,
  type WorkloadSpec,
} from '../../native-free-bench/workloads/workload-spec.js';
import type { ScopeRequest } from '../scopes/configurations.js';
import type { ShardPolicy } from '../scopes/scope.js';

/** A load of the published discussion, in the size of whatever machine it runs on. */
export interface Scenario {
  readonly name: string;
  /** What it does, in a line. */
  readonly summary: string;
  /** References that its table is laid beside, by name. */
  readonly published: readonly string[];
  /** How its own figures are laid out beside the published ones. */
  readonly table: 'sweep' | 'bandwidth-change' | 'fsync' | 'utilisation' | 'scope-ladder';
  /** A run each. */
  readonly parts: readonly ScenarioPart[];
}

export interface ScenarioPart {
  readonly name: string;
  readonly workload: WorkloadSpec;
  /** Submitters to each CPU in use; at least one in all. */
  readonly issuersPerCpu: number;
  /** Items of a submitter in flight. */
  readonly depth: number;
  readonly kworkers: 'inline' | 'threads';
  readonly requests: readonly ScopeRequest[];
  readonly policies: readonly ShardPolicy[];
  /** Name of the configuration that the others are compared with. */
  readonly baseline: string;
  /** About the time of a trial of the slowest configuration. */
  readonly trialMs: number;
  /** Times how long locks are held, and shows where threads wait. */
  readonly lockStats: boolean;
}

/** e.g. `crypto:32768`, as results name it. */
export function workloadName({ workload }: ScenarioPart): string {
  return nameOfWorkload(workload);
}
