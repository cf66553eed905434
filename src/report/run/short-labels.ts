/** What to call a row: names of the same thing, from telling to less telling. */
export type Names = readonly string[];

/**
 * A label a row within `budget`: all names; else the shard policies without `cache_shard()` around
 * them; else as many names as fit, `cache +2`; else the middle of the name left out.
 */
export function shortLabels(rows: readonly Names[], budget: number, unicode: boolean): string[] {
  const full = rows.map((names) => names.join(', '));
  if (full.every(({ length }) => length <= budget)) return full;
  return rows.map((names) => fewerNames(names.map(withoutScope), budget, unicode));
}

function withoutScope(name: string): string {
  return name.replace(/^cache_shard\((.*)\)$/, '$1');
}

function fewerNames(names: Names, budget: number, unicode: boolean): string {
  for (let kept = names.length; kept > 0; kept--) {
    const more = kept < names.length ? ` +${names.length - kept}` : '';
    const label = names.slice(0, kept).join(', ') + more;
    if (label.length <= budget) return label;
  }
  return withoutMiddle(names[0] ?? '', budget, unicode);
}

/** Its end often is what tells a name from its neighbours. */
function withoutMiddle(name: string, budget: number, unicode: boolean): string {
  const gap = unicode ? '…' : '..';
  const kept = Math.max(budget - gap.length, 0);
  const head = Math.ceil(kept / 2);
  return name.slice(0, head) + gap + name.slice(name.length - (kept - head));
}
