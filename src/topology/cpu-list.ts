import { WqbenchError } from '../core/errors.js';

/** Far above the kernel's largest NR_CPUS (8192); a greater number is a mistake, not a machine. */
export const MAX_CPU = 65_535;

/** `N`, `N-M`, `N-M:step` (taskset), `N-M:used/group` (the kernel's cpulist). */
const RANGE = /^(\d+)(?:-(\d+)(?::(\d+)(?:\/(\d+))?)?)?$/;

/**
 * CPUs of a Linux CPU list such as `0-7,16-23:2`, ascending. `0-7:2` is every second CPU,
 * `0-7:1/4` the first of each group of four.
 *
 * Throws 'bad-cpu-list', naming value and column, also for a CPU that is named twice.
 */
export function parseCpuList(text: string): number[] {
  const cpus = new Set<number>();
  let column = 1;
  for (const part of text.split(',')) {
    for (const cpu of parseRange(part.trim(), text, column)) {
      if (cpus.has(cpu)) throw badList(text, `CPU ${cpu} is named twice`, column);
      cpus.add(cpu);
    }
    column += part.length + 1;
  }
  return [...cpus].sort((a, b) => a - b);
}

/** The shortest list of single CPUs and ranges, e.g. `0-7,88-95`; `cpus` must ascend. */
export function formatCpuList(cpus: readonly number[]): string {
  const ranges: string[] = [];
  let first = 0;
  cpus.forEach((cpu, index) => {
    if (cpus[index + 1] === cpu + 1) return;
    ranges.push(first === index ? `${cpu}` : `${cpus[first]}-${cpu}`);
    first = index + 1;
  });
  return ranges.join(',');
}

function parseRange(part: string, text: string, column: number): number[] {
  const match = RANGE.exec(part);
  if (match === null) {
    throw badList(text, part === '' ? 'a CPU is missing' : `'${part}' is no CPU or range`, column);
  }
  const first = Number(match[1]);
  const last = Number(match[2] ?? match[1]);
  const used = match[4] === undefined ? 1 : Number(match[3]);
  const group = Number(match[4] ?? match[3] ?? 1);
  if (last > MAX_CPU) throw badList(text, `CPU ${last} is beyond ${MAX_CPU}`, column);
  if (first > last) throw badList(text, `range '${part}' runs backwards`, column);
  if (used === 0 || used > group) throw badList(text, `'${part}' has an empty step`, column);
  const cpus = Array.from({ length: last - first + 1 }, (_, offset) => first + offset);
  return cpus.filter((cpu) => (cpu - first) % group < used);
}

function badList(text: string, reason: string, column: number): WqbenchError {
  return new WqbenchError(
    'bad-cpu-list',
    `CPU list '${text}': ${reason} at column ${column}`,
    'write CPUs and ranges separated by commas, each CPU once, e.g. 0-7,16-23:2',
  );
}
