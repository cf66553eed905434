/** A doubt about a result, kept as data: `message` has the figure and the advice. */
export interface Warning {
  readonly code: WarningCode;
  readonly message: string;
}

/** Every warning there is, with what it means in a sentence. The codes are stable. */
export const WARNINGS = {
  'at-clock-floor': 'The time is so short that reading the clock is a large part of it.',
  'binding-lost': 'A thread did not stay on the CPU it was bound to.',
  'beyond-range': 'Latencies longer than any sample can be stand as the longest, 4.29 s.',
  bimodal: 'The trials fall into two groups clearly apart; a mean lies where no trial was.',
  'boost-enabled': 'Clock rates above the base depend on heat and on how many CPUs are busy.',
  'core-crosses-caches': 'The topology has threads of one core in different caches.',
  'cpu-quota': 'The cgroup allows less CPU time than the threads need.',
  'cpu-stolen': 'The hypervisor ran something else on these CPUs during the trial.',
  'cpu-throttled': 'The cgroup stopped the threads for a time during the trial.',
  'cpus-disallowed': 'The topology lists CPUs that may not be used.',
  'cpus-shared': 'Other work ran on the CPUs in use during the trial.',
  'cpus-without-cache': 'Some CPUs have no cache information, others have.',
  'cpus-without-node': 'Some CPUs belong to no NUMA node.',
  drift: 'The rate went up or down over the rounds.',
  'few-samples': 'So few samples lie beyond a percentile that chance decides it.',
  'follows-placement': 'The rate went with how near the CPUs were to each other in that round.',
  'fsync-in-memory': 'The synced files are in memory, where a sync does nothing.',
  'governor-not-performance': 'The CPUs may change their clock rate while measured.',
  'high-load': 'The machine was busy before the run.',
  'kernel-lacks-scope': 'The running kernel does not know an affinity scope.',
  'llc-crosses-nodes': 'A last-level cache spans NUMA nodes and was cut at their border.',
  'llc-split': 'CPUs declared to share a cache are measured as several groups.',
  'llcs-alike': 'CPUs declared to have different caches are measured as near as those of one.',
  'log-comment': 'An imported log says this about its own figures.',
  'log-run-empty': 'An imported log has a start of the module without figures.',
  'max-shards-exceeded': 'There are more LLCs than --max-shards allows shards.',
  migrated: 'Threads moved between CPUs during the trial.',
  'mixed-core-kinds': 'The CPUs are of several kinds with speeds of their own.',
  'modelled-oversubscribed': 'The modelled machine has more CPUs than this one.',
  'no-cache-information': 'Without caches in the topology, cache pods are those of smt.',
  'no-percentiles':
    'The model is a formula: percentiles beyond p50 are p50 once more, and there is no spread.',
  'nodes-crossed': 'The measured groups of CPUs do not fit the declared NUMA nodes.',
  'nodes-overlap': 'NUMA nodes claim the same CPUs, so their information was not used.',
  'pinning-impossible': 'The threads ran wherever the scheduler put them.',
  'pools-of-one-cpu':
    'Of pools of one CPU each, predictions of published rows are off by up to a factor of 2.',
  preempted: 'Threads were taken off their CPU in the middle of the trial.',
  'run-failed': 'The run ended early with an error.',
  'scopes-coincide': 'Several scopes cut these CPUs alike and were measured once.',
  'shards-clamped': 'An LLC has fewer cores than shards were asked for.',
  'sharing-lists-disagree': 'CPUs disagree about which of them share a cache.',
  'siblings-apart': 'Declared SMT siblings are measured as far apart as other CPUs.',
  'wake-path-bound': 'Waking sleeping threads took most of what the engine can do of it.',
  'wake-left-out': 'Configurations that choose kworkers by CPU need the machine itself.',
  'warm-up-unstable': 'Rates had not settled when the measurement began.',
} as const satisfies Record<string, string>;

export type WarningCode = keyof typeof WARNINGS;

export const WARNING_CODES = Object.keys(WARNINGS) as WarningCode[];
