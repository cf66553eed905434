import { WqbenchError } from '../../../core/errors.js';
import { parseCpuList } from '../../../topology/cpu-list.js';
import type { ConfigurationRecord, Run } from '../run-file.js';
import { type Check, problemIn, problemInEach } from './check.js';

/** What contradicts itself in the configurations of a run, as `path: problem`. */
export function configurationsProblem({ configurations, topology }: Run): string | null {
  const cpus = topology.cpus.map(({ cpu }) => cpu);
  const named = new Set<string>();
  return problemInEach('configurations', configurations, (configuration) => {
    const again = configuration.names.find((name) => named.size === named.add(name).size);
    if (again !== undefined) return `names: '${again}' again`;
    return podsProblem(configuration, cpus) ?? problemIn(configuration, CONFIGURATION);
  });
}

const CONFIGURATION: readonly Check<ConfigurationRecord>[] = [
  ['label', ({ label, names }) => label !== names[0] && `'${label}', but names has '${names[0]}'`],
  [
    'nr_pods',
    ({ nr_pods, pods }) => nr_pods !== pods.length && `${nr_pods}, but pods has ${pods.length}`,
  ],
  [
    'cpus_per_pod',
    ({ cpus_per_pod: { min, max }, pods }) => {
      const sizes = pods.map((pod) => parseCpuList(pod).length);
      const [least, most] = [Math.min(...sizes), Math.max(...sizes)];
      return (
        (min !== least || max !== most) && `${min} to ${max}, but pods say ${least} to ${most}`
      );
    },
  ],
];

/** The pods are a partition of the CPUs. */
function podsProblem({ pods }: ConfigurationRecord, cpus: readonly number[]): string | null {
  const left = new Set(cpus);
  for (const [index, pod] of pods.entries()) {
    const own = cpusOf(pod);
    if (own === null) return `pods[${index}]: '${pod}' is no CPU list`;
    const stray = own.find((cpu) => !left.delete(cpu));
    if (stray !== undefined)
      return `pods[${index}]: CPU ${stray} is in another pod, or in no topology`;
  }
  const [missing] = left;
  return missing === undefined ? null : `pods: CPU ${missing} is in none`;
}

function cpusOf(list: string): readonly number[] | null {
  try {
    return parseCpuList(list);
  } catch (error) {
    if (error instanceof WqbenchError) return null;
    throw error;
  }
}
