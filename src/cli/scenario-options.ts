import { followsCpus } from '../../native-free-bench/wake-policy.js';
import { needsFiles } from '../../native-free-bench/workloads/workload-spec.js';
import { WqbenchError } from '../core/errors.js';
import type { Warning } from '../core/warnings.js';
import type { Scenario, ScenarioPart } from '../scenarios/scenario.js';
import type { Args } from './command.js';
import type { RunOptions } from './run-options.js';

/** What a scenario is made of, so that its figures mean the same everywhere. */
const FIXED = [
  'workload',
  'scopes',
  'kworkers',
  'max-kworkers',
  'affinity-strict',
  'wake',
  'issuers',
  'issuer-cpus',
  'depth',
  'rate',
  'shards',
  'shard-size',
  'max-shards',
  'baseline',
];

/** Throws 'bad-option' for a flag that the scenario fixes. */
export function partOptions(
  scenario: Scenario,
  part: ScenarioPart,
  args: Args,
  parse: (args: Args) => RunOptions,
): RunOptions {
  const fixed = FIXED.find((name) => args[name] !== undefined);
  if (fixed !== undefined) {
    const message = `--${fixed} is fixed by --scenario ${scenario.name}`;
    throw new WqbenchError('bad-option', message, 'leave out one of them');
  }
  const { dir, ...plain } = args;
  if (dir !== undefined && !needsFiles(part.workload)) {
    const message = `--dir '${dir}' is for files, and --scenario ${scenario.name} has none`;
    throw new WqbenchError('bad-option', message, 'leave it out');
  }
  const options = parse(plain);
  const timed = args.items === undefined && args.duration === undefined;
  // A modelled CPU is no place that a kworker could have run on.
  const places = options.topology.kind === 'machine';
  const requests = part.requests.filter(({ wake }) => places || !followsCpus(wake));
  return {
    ...options,
    dir: typeof dir === 'string' ? dir : null,
    workload: part.workload,
    depth: part.depth,
    issuers: { perCpu: part.issuersPerCpu },
    kworkers: part.kworkers === 'inline' ? { kind: 'inline' } : { kind: 'threads', most: null },
    requests,
    warnings: requests.length < part.requests.length ? [leftOut(part)] : [],
    policies: part.policies,
    baseline: part.baseline,
    load: timed ? { kind: 'duration', ms: part.trialMs } : options.load,
    lockStats: options.lockStats || part.lockStats,
    scenario: { name: scenario.name, part: part.name },
  };
}

function leftOut({ requests }: ScenarioPart): Warning {
  const policies = requests.flatMap(({ wake }) => (followsCpus(wake) ? [`+${wake}`] : []));
  return {
    code: 'wake-left-out',
    message: `${policies.join(', ')} goes by the CPU that a kworker last ran on, and these CPUs are modelled: left out`,
  };
}
