import type { Cpu } from './topology.js';

/** A CPU whose core and cache are known by any unique key. */
interface KeyedCpu {
  readonly cpu: number;
  readonly core: number | string;
  readonly llc: number | string | null;
  readonly node: number;
  readonly package: number;
}

/** Numbers cores and caches densely, in order of their lowest CPU; `cpus` must ascend. */
export function numberGroups(cpus: readonly KeyedCpu[]): Cpu[] {
  const cores = new Map<number | string, number>();
  const llcs = new Map<number | string, number>();
  return cpus.map(({ cpu, core, llc, node, package: packageId }) => ({
    cpu,
    core: numberOf(core, cores),
    llc: llc === null ? null : numberOf(llc, llcs),
    node,
    package: packageId,
  }));
}

function numberOf(key: number | string, numbers: Map<number | string, number>): number {
  const number = numbers.get(key) ?? numbers.size;
  numbers.set(key, number);
  return number;
}
