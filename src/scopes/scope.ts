/** The kernel's affinity scopes in the order every table and file uses. */
export const SCOPES = ['cpu', 'smt', 'cache_shard', 'cache', 'numa', 'system'] as const;

export type Scope = (typeof SCOPES)[number];

/** How an LLC is split into shards; exactly one policy is active. */
export type ShardPolicy =
  | { readonly kind: 'shard-size'; readonly size: number }
  | { readonly kind: 'shards'; readonly shards: number }
  | { readonly kind: 'max-shards'; readonly maxShards: number };

/**
 * The scope that a name is of, with what follows it in `cache_shard(shards=2)` or `cache+strict`;
 * null for any other name.
 */
export function scopeOfName(name: string): Scope | null {
  const plain = name.replace(/(\+[a-z]+)*$/, '').replace(/^cache_shard\(.*\)$/s, 'cache_shard');
  return SCOPES.find((scope) => scope === plain) ?? null;
}
