import { EXIT, type ExitCode, WqbenchError } from '../core/errors.js';
import { createJobPool } from '../predictor/job-pool.js';
import { predictRowIn } from '../predictor/predict-row.js';
import { type Candidate, recommend } from '../predictor/recommend.js';
import { microbenchPlan } from '../predictor/scenario-of.js';
import { TABLE_FORMATS } from '../report/formats.js';
import { renderRecommendation } from '../report/machine/recommendation.js';
import type { MachineProfile } from '../results/file/machine-schema.js';
import type { Configuration } from '../scopes/configuration.js';
import { configurationsOf, plainScopes } from '../scopes/configurations.js';
import type { ShardPolicy } from '../scopes/scope.js';
import { parseTopology } from '../topology/load-topology.js';
import type { Topology } from '../topology/topology.js';
import type { Args, CommandContext } from './command.js';
import { fitRun } from './fit-result.js';
import { assertAtMostOne, textOf } from './flags.js';
import { findMachine } from './machine-source.js';
import { styleOf } from './terminal.js';
import { parseChoice } from './values.js';

const ITEMS = 200;
const SEEDS = 5;

/** `wqbench recommend`: how far to split the LLCs of a machine. */
export async function recommendSharding(args: Args, { io }: CommandContext): Promise<ExitCode> {
  const profile = machineOf(args);
  const format = parseChoice('--format', textOf(args, 'format') ?? 'table', TABLE_FORMATS);
  const topology = parseTopology(profile.topology, profile.name);
  const { configurations: all } = configurationsOf(
    topology,
    plainScopes(['cache_shard']),
    policiesFor(topology),
  );
  // Of kworkers with a CPU to themselves predictions are off by up to a factor of 2.
  const least = profile.engine === 'inline' ? 1 : 2;
  const configurations = all.filter(({ pods }) => pods.every((pod) => pod.length >= least));
  if (configurations.length < 2) {
    const message = `${profile.name} has no two ways of sharding with pools of ${least} or more CPUs`;
    throw new WqbenchError('bad-option', message, 'use a machine with more CPUs under an LLC');
  }
  const plan = microbenchPlan(profile, topology.cpus, ITEMS);
  const jobs = createJobPool();
  const predict = async (configuration: Configuration): Promise<Candidate> => {
    const { label } = configuration;
    return {
      configuration,
      predicted: await predictRowIn(jobs, { label, configuration }, plan, SEEDS),
    };
  };
  try {
    const candidates = await Promise.all(configurations.map(predict));
    const answer = recommend(candidates);
    const style = styleOf(io.stdout, io.env);
    io.stdout.write(renderRecommendation(profile.name, candidates, answer, format, style));
  } finally {
    await jobs.close();
  }
  return EXIT.ok;
}

function machineOf(args: Args): MachineProfile {
  assertAtMostOne(args, ['machine', 'from']);
  const machine = textOf(args, 'machine');
  const from = textOf(args, 'from');
  if (machine !== null) return findMachine(machine);
  if (from !== null) return fitRun(from);
  const nextStep = 'give --machine NAME (wqbench machines lists them), or --from RUN';
  throw new WqbenchError('bad-option', 'recommend needs a machine', nextStep);
}

/** Each policy over the sizes that make a difference in the widest LLC. */
function policiesFor({ cpus }: Topology): ShardPolicy[] {
  const coresOf = new Map<number | null, Set<number>>();
  for (const { llc, core } of cpus) coresOf.set(llc, (coresOf.get(llc) ?? new Set()).add(core));
  const cores = Math.max(...[...coresOf.values()].map(({ size }) => size));
  const counts = Array.from({ length: 1 + Math.ceil(Math.log2(cores)) }, (_, power) => 2 ** power);
  return [
    ...counts
      .filter((size) => size <= cores)
      .map((size): ShardPolicy => ({ kind: 'shard-size', size })),
    ...counts
      .filter((shards) => shards <= cores)
      .map((shards): ShardPolicy => ({ kind: 'shards', shards })),
    ...counts.map(
      (count): ShardPolicy => ({ kind: 'max-shards', maxShards: count * coresOf.size }),
    ),
  ];
}
