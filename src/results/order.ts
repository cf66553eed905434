/** Labels of trials per round, as executed. */
export function orderOf(
  trials: readonly { readonly round: number; readonly label: string }[],
): string[][] {
  const order: string[][] = [];
  for (const { round, label } of trials) {
    order[round] ??= [];
    order[round].push(label);
  }
  return order;
}
