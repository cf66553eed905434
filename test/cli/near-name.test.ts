import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nearName } from '../../src/cli/near-name.js';

const NAMES = ['--trials', '--threads', '--items', '--sample', '--shards', '--shard-size'];

describe('nearName', () => {
  it.each([
    ['--trails', '--trials'],
    ['--thread', '--threads'],
    ['--item', '--items'],
    ['--shardsize', '--shard-size'],
    ['--frobnicate', null],
    ['', null],
  ])('of %j is %j', (typed, expected) => {
    expect(nearName(typed, NAMES)).toBe(expected);
  });

  it('mends any one dropped letter', () => {
    const name = '--reserve-cpu';
    fc.assert(
      fc.property(fc.integer({ min: 0, max: name.length - 1 }), (at) => {
        expect(nearName(name.slice(0, at) + name.slice(at + 1), [name, '--deadline'])).toBe(name);
      }),
    );
  });
});
