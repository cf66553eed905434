import { describe, expect, it } from 'vitest';
import { configurationsOf, plainScopes } from '../../src/scopes/configurations.js';
import { SCOPES, type ShardPolicy } from '../../src/scopes/scope.js';
import { parseSynthetic } from '../../src/topology/synthetic.js';

function warningsOf(description: string, policy: ShardPolicy): Record<string, string> {
  const topology = parseSynthetic(description, description);
  const { warnings } = configurationsOf(topology, plainScopes(SCOPES), [policy]);
  return Object.fromEntries(warnings.map(({ code, message }) => [code, message]));
}

describe('warnings about a layout', () => {
  it('advise flags that split the LLC in two where cache_shard is cache', () => {
    const policy: ShardPolicy = { kind: 'shard-size', size: 8 };
    const warning = warningsOf('package:2 [numa] l3:2 core:11 pu:2', policy)['scopes-coincide'];
    expect(warning).toBe(
      'the same pods on these CPUs, so measured once: cache_shard(size=8) = cache; to split an LLC use --shards 2 or --shard-size 5',
    );
    expect(
      warningsOf('package:2 [numa] l3:2 core:11 pu:2', { kind: 'shard-size', size: 5 }),
    ).toEqual({});
  });

  it('advise no flag where an LLC has a single core', () => {
    const policy: ShardPolicy = { kind: 'shard-size', size: 8 };
    const warning = warningsOf('package:2 l3:2 core:1 pu:2', policy)['scopes-coincide'];
    expect(warning).toContain('smt = cache_shard(size=8) = cache');
    expect(warning).not.toContain('--shard');
  });

  it('name the LLCs with fewer cores than shards', () => {
    const policy: ShardPolicy = { kind: 'shards', shards: 4 };
    const warning = warningsOf('l3:2 core:2 pu:1', policy)['shards-clamped'];
    expect(warning).toContain('--shards 4');
    expect(warning).toContain('CPUs 0-3');
    expect(warningsOf('l3:2 core:4 pu:1', policy)).not.toHaveProperty('shards-clamped');
  });

  it('tell a cap that is below the number of LLCs', () => {
    const policy: ShardPolicy = { kind: 'max-shards', maxShards: 3 };
    const warning = warningsOf('l3:4 core:2 pu:1', policy)['max-shards-exceeded'];
    expect(warning).toContain('--max-shards 3 is less than the 4 LLCs');
    expect(warningsOf('l3:3 core:2 pu:1', policy)).not.toHaveProperty('max-shards-exceeded');
  });
});
