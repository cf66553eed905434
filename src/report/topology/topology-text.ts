import { groupBy } from '../../core/group-by.js';
import { SCOPES } from '../../scopes/scope.js';
import { formatCpuList, parseCpuList } from '../../topology/cpu-list.js';
import type { Cpu } from '../../topology/topology.js';
import { renderCoreToCore } from '../core-to-core/core-to-core-text.js';
import type { Column } from '../text/columns.js';
import { formatCount } from '../text/format.js';
import { bold, type Style } from '../text/style.js';
import { renderTextTable } from '../text/text-table.js';
import type { ScopePods, TopologyReport } from './topology-report.js';

interface ScopeRow extends ScopePods {
  /** The scope, of `cache_shard` with its policy. */
  readonly name: string;
}

/** Width of the pods' CPU lists where the place has no width of its own. */
const PODS_WIDTH = 60;

/** Width of the figures between a scope's name and its pods, with gaps. */
const FIGURES_WIDTH = 21;

/** A topology for people: what the machine is made of, then the pods of each scope. */
export function renderTopology(report: TopologyReport, style: Style): string {
  const rows = SCOPES.flatMap((scope): readonly ScopeRow[] =>
    scope === 'cache_shard' ? report.shardings : [{ name: scope, ...report.scopes[scope] }],
  );
  const othersWidth = Math.max(...rows.map(({ name }) => name.length)) + FIGURES_WIDTH;
  const width = style.columns === undefined ? PODS_WIDTH : style.columns - othersWidth;
  const notes = report.warnings.map(({ code, message }) => `${code}: ${message}`);
  return [
    `${bold(report.source.name, style)} (${report.source.kind})`,
    ...machineLines(report.cpus),
    renderTextTable(columns(Math.max(width, 1)), rows, style),
    ...(report.coreToCore === undefined ? [] : renderCoreToCore(report.coreToCore, style)),
    ...notes,
    '',
  ].join('\n');
}

/** What a machine is made of. */
export function machineFacts(cpus: readonly Cpu[]): { name: string; value: string }[] {
  const cores = sizesBy(cpus, ({ core }) => core);
  const cached = cpus.filter(({ llc }) => llc !== null);
  const llcs = [...groupBy(cached, ({ llc }) => llc).values()];
  const coresPerLlc = llcs.map((llc) => sizesBy(llc, ({ core }) => core).length);
  const nodes = [...groupBy(cpus, ({ node }) => node).keys()].sort((a, b) => a - b);
  const packages = sizesBy(cpus, ({ package: id }) => id);
  const unknown = cpus.some(({ package: id }) => id < 0);
  const llcText = `${formatCount(llcs.length)}, cores in each: ${rangeOf(coresPerLlc)}`;
  return [
    {
      name: 'CPUs',
      value: `${formatCount(cpus.length)}: ${formatCpuList(cpus.map(({ cpu }) => cpu))}`,
    },
    { name: 'cores', value: `${formatCount(cores.length)}, CPUs in each: ${rangeOf(cores)}` },
    { name: 'LLCs', value: llcs.length === 0 ? 'unknown' : llcText },
    { name: 'nodes', value: `${formatCount(nodes.length)}: ${nodes.join(', ')}` },
    { name: 'packages', value: unknown ? 'unknown' : formatCount(packages.length) },
  ];
}

function columns(podsWidth: number): readonly Column<ScopeRow>[] {
  return [
    {
      title: 'scope',
      align: 'left',
      text: ({ name }) => name,
      field: 'scope',
      raw: ({ name }) => name,
    },
    {
      title: 'nr_pods',
      align: 'right',
      text: ({ nr_pods }) => formatCount(nr_pods),
      field: 'nr_pods',
      raw: ({ nr_pods }) => nr_pods,
    },
    {
      title: 'CPUs/pod',
      align: 'right',
      text: ({ pods }) => rangeOf(pods.map((pod) => parseCpuList(pod).length)),
      field: 'cpus_per_pod',
      raw: ({ pods }) => rangeOf(pods.map((pod) => parseCpuList(pod).length)),
    },
    {
      title: 'CPUs of each pod',
      align: 'left',
      text: ({ pods }) => abridged(pods, podsWidth),
      field: 'pods',
      raw: ({ pods }) => pods.join(' '),
    },
  ];
}

function machineLines(cpus: readonly Cpu[]): string[] {
  return machineFacts(cpus).map(({ name, value }) => `${name.padEnd(8)}  ${value}`);
}

function sizesBy<K>(cpus: readonly Cpu[], keyOf: (cpu: Cpu) => K): number[] {
  return [...groupBy(cpus, keyOf).values()].map((group) => group.length);
}

/** `8`, or `4-8` where sizes differ. */
function rangeOf(sizes: readonly number[]): string {
  const least = Math.min(...sizes);
  const most = Math.max(...sizes);
  return least === most ? `${least}` : `${least}-${most}`;
}

/** As many pods as fit into `width`, and how many more there are; of the first, at least a part. */
function abridged(pods: readonly string[], width: number): string {
  const text = (shown: number) => {
    const rest = pods.length - shown;
    return [...pods.slice(0, shown), ...(rest > 0 ? [`+${rest}`] : [])].join(' | ');
  };
  let shown = pods.length;
  while (shown > 1 && text(shown).length > width) shown--;
  const excess = text(shown).length - width;
  if (excess <= 0) return text(shown);
  const [first = ''] = pods;
  return text(shown).replace(first, `${first.slice(0, Math.max(first.length - excess - 3, 1))}...`);
}
