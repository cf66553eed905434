import type { WakePolicy } from '../../native-free-bench/wake-policy.js';
import type { Scope, ShardPolicy } from './scope.js';

/** How kworker threads are bound and woken; of no effect where submitters play their part. */
export interface KworkerRule {
  /** Bound to their pod's CPUs, and not to all that are in use. */
  readonly affinityStrict: boolean;
  /** Which idle one is woken. */
  readonly wake: WakePolicy;
}

/** As the kernel does by default. */
export const KERNEL_RULE: KworkerRule = { affinityStrict: false, wake: 'lifo' };

/** CPUs of one pod, ascending. */
export type Pod = readonly number[];

/**
 * One way of cutting the CPUs in use into pods, and so one row of a result. Scopes (and shard
 * policies) that cut them alike are one configuration with several `names`.
 */
export interface Configuration extends KworkerRule {
  /** Unique in a run, e.g. `cache`, `cache_shard(shards=2)`; the first of `names`. */
  readonly label: string;
  readonly names: readonly string[];
  readonly scope: Scope;
  /** Every scope that coincides here, in the domain's order. */
  readonly scopes: readonly Scope[];
  /** Set only when a name of this configuration is `cache_shard`. */
  readonly policies: readonly ShardPolicy[];
  /** In order of their lowest CPU. */
  readonly pods: readonly Pod[];
}
