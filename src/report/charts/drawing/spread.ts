/**
 * Places at least `gap` apart in the order of those wanted, together as near to them as that allows,
 * for labels that would cover each other. Within [low, high] where there is room for all.
 */
export function spread(
  wanted: readonly number[],
  gap: number,
  low: number,
  high: number,
): number[] {
  const order = wanted.map((_, index) => index).sort((a, b) => wanted[a]! - wanted[b]! || a - b);
  // Less their gaps the places have only to ascend: pool adjacent violators (Ayer et al. 1955).
  const pooled = ascending(order.map((index, rank) => wanted[index]! - rank * gap));
  const most = Math.max(high - (wanted.length - 1) * gap, low);
  const places = [...wanted];
  order.forEach((index, rank) => {
    places[index] = Math.min(Math.max(pooled[rank]!, low), most) + rank * gap;
  });
  return places;
}

/** The ascending values with the least squares of their distances from `values`. */
function ascending(values: readonly number[]): number[] {
  const blocks: { mean: number; size: number }[] = [];
  for (const value of values) {
    let block = { mean: value, size: 1 };
    for (let last = blocks.at(-1); last && last.mean > block.mean; last = blocks.at(-1)) {
      blocks.pop();
      const size = last.size + block.size;
      block = { mean: (last.mean * last.size + block.mean * block.size) / size, size };
    }
    blocks.push(block);
  }
  return blocks.flatMap(({ mean, size }) => Array<number>(size).fill(mean));
}
