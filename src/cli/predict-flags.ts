import { WORKLOAD_USAGE } from '../../native-free-bench/workloads/workload-spec.js';
import { MODELLED_WORKLOADS } from '../predictor/scenario-of.js';
import type { Flags } from './command.js';
import { text, toggle } from './flags.js';
import { RUN_FLAGS } from './run-options.js';

export const PREDICT_FLAGS = {
  machine: text('a machine by NAME (wqbench machines lists them) or FILE'),
  topology: RUN_FLAGS.topology,
  'costs-from': text('the machine, NAME or FILE, whose costs a --topology has'),
  validate: toggle('hold the published rows against their predictions'),
  model: text('simulation or closed-form (simulation)'),
  scopes: RUN_FLAGS.scopes,
  cpus: RUN_FLAGS.cpus,
  'shard-size': RUN_FLAGS['shard-size'],
  shards: RUN_FLAGS.shards,
  'max-shards': RUN_FLAGS['max-shards'],
  threads: RUN_FLAGS.threads,
  workload: text(
    `what a work item does: ${MODELLED_WORKLOADS.map((kind) => WORKLOAD_USAGE[kind]).join(', ')} (microbench)`,
  ),
  distribution: text('of the times of work: fixed or exponential (fixed)'),
  depth: RUN_FLAGS.depth,
  issuers: RUN_FLAGS.issuers,
  'issuer-cpus': RUN_FLAGS['issuer-cpus'],
  'issuer-work': text('ns that a submitter works for each item besides queueing it (0)'),
  'unbound-issuers': toggle('let the scheduler move submitters, too'),
  kworkers: text("threads: the kernel's; inline: those of wqbench run (as the machine has them)"),
  'max-kworkers': text('most kworkers of a pool (its items in flight, and one)'),
  'affinity-strict': RUN_FLAGS['affinity-strict'],
  wake: text(
    'where a woken kworker starts: lifo, local (llc is that, too), node, any, several as lifo,local (lifo)',
  ),
  lock: text('pool lock: mcs and ticket are FIFO, tas, ttas and parking are not (mcs)'),
  'lock-stats': RUN_FLAGS['lock-stats'],
  items: text('work items per thread and trial (300)'),
  trials: text('trials of each configuration: two a seed, one for each start (10)'),
  seed: { ...RUN_FLAGS.seed, describe: 'first seed (1)' },
  'max-events': text('events at which a simulation stops (500000000)'),
  explain: toggle("show where an item's time goes"),
  timeline: text('write a trace for ui.perfetto.dev of a trial of each configuration into DIR'),
  baseline: RUN_FLAGS.baseline,
  threshold: RUN_FLAGS.threshold,
  'no-warn': RUN_FLAGS['no-warn'],
  out: RUN_FLAGS.out,
  json: RUN_FLAGS.json,
  format: RUN_FLAGS.format,
  quiet: RUN_FLAGS.quiet,
} as const satisfies Flags;
