import type { Environment } from '../../results/file/environment-schema.js';
import { COST_NAMES } from '../../results/file/machine-schema.js';
import type { ConfigurationRecord, Run } from '../../results/file/run-file.js';
import type { Column } from '../text/columns.js';
import { formatBytes, formatCount, formatFineNs, formatNs, formatRate } from '../text/format.js';
import { machineFacts } from '../topology/topology-text.js';
import { type Fact, renderFacts, renderHtmlTable } from './html-table.js';
import { type Html, html } from './markup.js';

const UNKNOWN = 'unknown';

/** What was measured on: the topology, its pods, the surroundings and the settings of the run. */
export function renderMachine(run: Run): Html {
  return html`<div class="abreast">
${renderFacts(topologyFacts(run), 'Topology in use')}
${renderFacts(settingFacts(run), 'Settings of the run')}
${run.prediction === null ? renderFacts(environmentFacts(run.environment), 'Environment') : renderFacts(modelFacts(run.prediction), 'Model')}
</div>
<details>
<summary>Pods of each configuration</summary>
${renderHtmlTable(POD_COLUMNS, run.configurations, 'Pods of each configuration, as CPU lists')}
</details>`;
}

/** What stands in for a machine: the model, and every cost with where it is from. */
function modelFacts({ model, machine }: NonNullable<Run['prediction']>): Fact[] {
  return [
    { name: 'model', value: model },
    { name: 'machine', value: machine.name },
    { name: 'calibrated on', value: machine.calibration?.rows.join(', ') ?? 'nothing' },
    ...COST_NAMES.map((name) => {
      const { ns, provenance, from } = machine.costs[name];
      return { name, value: `${formatNs(ns)}, ${provenance}: ${from}` };
    }),
  ];
}

function topologyFacts({ topology, source: origin }: Run): Fact[] {
  const { source, modelled, realCpus, cpus } = topology;
  return [
    { name: 'source', value: `${source.name} (${source.kind}${modelled ? ', modelled' : ''})` },
    ...machineFacts(cpus),
    ...(origin === 'predicted' ? [] : [{ name: 'real CPUs', value: formatCount(realCpus) }]),
  ];
}

function settingFacts(run: Run): Fact[] {
  const { lock, warmUp } = run;
  const slowest = `slowest ${formatRate(warmUp.slowestItemsPerSecond)} items/s`;
  return [
    { name: 'workload', value: run.workload },
    ...(run.files === null
      ? []
      : [{ name: 'files', value: `${run.files.directory} (${run.files.fileSystem ?? UNKNOWN})` }]),
    { name: 'threads', value: formatCount(run.threads) },
    { name: 'items in flight', value: formatCount(run.depth) },
    ...(run.arrivalsPerSecond === null
      ? []
      : [{ name: 'open loop', value: `${formatRate(run.arrivalsPerSecond)} items/s a thread` }]),
    { name: 'items per thread', value: formatCount(run.itemsPerThread) },
    { name: 'items timed', value: run.sampleEvery === 1 ? 'all' : `one in ${run.sampleEvery}` },
    { name: 'lock', value: `${lock.kind} (asked for: ${lock.requested})` },
    { name: 'kworkers', value: run.kworkers },
    ...(run.source === 'predicted' ? [] : [{ name: 'pinning', value: run.pinning }]),
    { name: 'seed', value: String(run.seed) },
    ...(run.source === 'predicted'
      ? []
      : [
          {
            name: 'warm-up',
            value: `${warmUp.rounds} rounds, ${warmUp.stable ? 'stable' : 'not stable'}, ${slowest}`,
          },
        ]),
  ];
}

export function environmentFacts(environment: Environment): Fact[] {
  const { clock, loadAverage, cgroupCpuQuota: quota, boost } = environment;
  const shown: readonly (readonly [name: string, value: string | null | undefined])[] = [
    ['CPU', environment.cpuModel],
    ['architecture', environment.architecture],
    ['virtualisation', environment.virtualisation],
    ['kernel', environment.kernel],
    ['Node.js', environment.node],
    ['V8', environment.v8],
    ['governor', environment.governor],
    ['boost', boost === null ? null : boost ? 'on' : 'off'],
    ['load average before', loadAverage?.map((load) => load.toFixed(2)).join(', ')],
    ['CPUs online', environment.onlineCpus],
    ['CPUs allowed', environment.allowedCpus],
    ['cgroup CPU quota', typeof quota === 'number' ? `${quota} CPUs` : quota],
    [
      'clock',
      clock &&
        `${clock.name}, ${formatFineNs(clock.costNs)} a read, resolution ${formatNs(clock.resolutionNs)}`,
    ],
    ['memory', bytesOf(environment.totalMemoryBytes)],
    ['memory available', bytesOf(environment.availableMemoryBytes)],
  ];
  return shown.map(([name, value]) => ({ name, value: value ?? UNKNOWN }));
}

function bytesOf(bytes: number | null): string | null {
  return bytes === null ? null : formatBytes(bytes);
}

const POD_COLUMNS: readonly Column<ConfigurationRecord>[] = [
  {
    title: 'configuration',
    align: 'left',
    text: ({ names }) => names.join(', '),
    field: 'names',
    raw: ({ names }) => names.join(' '),
  },
  {
    title: 'pods',
    align: 'right',
    text: (configuration) => formatCount(configuration.nr_pods),
    field: 'nr_pods',
    raw: (configuration) => configuration.nr_pods,
  },
  {
    title: 'CPUs of each pod',
    align: 'left',
    text: ({ pods }) => pods.join(' | '),
    field: 'pods',
    raw: ({ pods }) => pods.join(' '),
  },
];
