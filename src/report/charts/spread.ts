/**
 * Places at least `gap` apart, each as near as that allows to the one wanted, in the same order, for
 * labels that would cover each other. Within [low, high] where there is room for all.
 */
export function spread(
  wanted: readonly number[],
  gap: number,
  low: number,
  high: number,
): readonly number[] {
  const order = wanted.map((_, index) => index).sort((a, b) => wanted[a]! - wanted[b]! || a - b);
  const places = [...wanted];
  order.reduce((least, index) => {
    places[index] = Math.max(places[index]!, least);
    return places[index]! + gap;
  }, low);
  order.reduceRight((most, index) => {
    places[index] = Math.min(places[index]!, most);
    return places[index]! - gap;
  }, high);
  return places;
}
