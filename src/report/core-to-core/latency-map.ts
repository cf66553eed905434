import type { PairLatency } from '../../results/file/pair-latency-schema.js';
import { median } from '../../results/statistics/sample.js';
import { formatNs } from '../text/format.js';

/** From near to far. */
const SHADES = { unicode: ['░', '▒', '▓', '█'], ascii: ['.', ':', '+', '#'] } as const;

/** Width of a row's CPU number and the gap behind it. */
const LABEL_WIDTH = 7;

/**
 * A matrix of one shade a pair, rows and columns in order of the CPUs; where even that is wider than
 * `width`, a sign stands for all pairs between two blocks of CPUs. Ends with a legend.
 */
export function latencyMap(
  pairs: readonly PairLatency[],
  width: number,
  unicode: boolean,
): string[] {
  const cpus = [...new Set(pairs.flatMap((pair) => pair.cpus))].sort((a, b) => a - b);
  const blockSize = Math.ceil(cpus.length / Math.max(width - LABEL_WIDTH, 1));
  const blocks = Math.ceil(cpus.length / blockSize);
  const cells = medianPerBlock(pairs, cpus, blockSize, blocks);
  const shades = unicode ? SHADES.unicode : SHADES.ascii;
  const bounds = boundsOf(pairs, shades.length);
  const sign = (ns: number | null) =>
    ns === null ? ' ' : shades[bounds.findIndex((bound) => ns <= bound)]!;
  const rows = cells.map((row, block) => {
    const label = `${cpus[block * blockSize]}`.padStart(LABEL_WIDTH - 2);
    return `${label}  ${row.map(sign).join('')}`.trimEnd();
  });
  const legend = shades.map((shade, index) => `${shade} to ${formatNs(bounds[index]!)}`);
  const size = blockSize === 1 ? [] : [`${blockSize} × ${blockSize} CPUs a sign`];
  return [...rows, ['CPU'.padStart(LABEL_WIDTH - 2), ...legend, ...size].join('  ')];
}

/** Symmetric; null where no pair is, as on the diagonal of blocks of one CPU. */
function medianPerBlock(
  pairs: readonly PairLatency[],
  cpus: readonly number[],
  blockSize: number,
  blocks: number,
): (number | null)[][] {
  const blockOf = new Map(cpus.map((cpu, index) => [cpu, Math.floor(index / blockSize)]));
  const indexes = Array.from({ length: blocks }, (_, index) => index);
  const found = indexes.map(() => indexes.map((): number[] => []));
  for (const { cpus: members, medianNs } of pairs) {
    const [a, b] = members.map((cpu) => blockOf.get(cpu)!) as [number, number];
    found[a]![b]!.push(medianNs);
    if (a !== b) found[b]![a]!.push(medianNs);
  }
  return found.map((row) => row.map((cell) => (cell.length === 0 ? null : median(cell))));
}

/** Upper bounds of `count` bands, each as many times wider than the one before. */
function boundsOf(pairs: readonly PairLatency[], count: number): number[] {
  const medians = pairs.map(({ medianNs }) => medianNs);
  const leastNs = medians.reduce((least, ns) => Math.min(least, ns));
  const mostNs = medians.reduce((most, ns) => Math.max(most, ns));
  return Array.from({ length: count }, (_, band) =>
    band === count - 1 ? mostNs : leastNs * (mostNs / leastNs) ** ((band + 1) / count),
  );
}
