import { describe, expect, it } from 'vitest';
import { contradictions } from '../../src/results/core-to-core/contradictions.js';
import type { Cpu } from '../../src/topology/topology.js';
import { declared, dies, disturbed, measured, mesh, type Truth } from './machines.js';

/** CPUs 0-15, siblings 16-31; two LLCs of eight cores. */
const CCX = declared('package:1 [numa] l3:2 core:8 pu:2(indexes=2*16:1*2)');
const ccxTruth: Truth = (a, b) => {
  if (a % 16 === b % 16) return 25;
  return Math.floor((a % 16) / 8) === Math.floor((b % 16) / 8) ? 60 : 190;
};

const MESH = declared('package:1 [numa] l3:1 core:72 pu:1');
const meshTruth = mesh(9, 72, 60, 140);

const TWO_NODES = declared('package:2 [numa] l3:1 core:8 pu:1');
const twoNodesTruth: Truth = (a, b) => (a < 8 === b < 8 ? 80 : 300);

/** What each machine really is, with the topology that says so. */
const HONEST: readonly [name: string, cpus: readonly Cpu[], truth: Truth][] = [
  ['two LLCs of SMT cores', CCX, ccxTruth],
  ['a mesh of 72 cores', MESH, meshTruth],
  ['a mesh that is cut into two nodes', declared('numa:2 l3:1 core:36 pu:1'), meshTruth],
  ['two nodes of one LLC', TWO_NODES, twoNodesTruth],
  [
    'eight LLCs on two packages',
    declared('package:2 [numa] l3:4 core:4 pu:1'),
    (a, b) => {
      if (Math.floor(a / 16) !== Math.floor(b / 16)) return 400;
      return Math.floor(a / 4) === Math.floor(b / 4) ? 50 : 180;
    },
  ],
  ['one LLC of four cores', declared('l3:1 core:4 pu:1'), () => 90],
  ['one LLC of eight cores', declared('l3:1 core:8 pu:1'), () => 90],
  ['two SMT cores', declared('l3:1 core:2 pu:2'), (a, b) => (a >> 1 === b >> 1 ? 30 : 90)],
  ['two LLCs of two cores', declared('l3:2 core:2 pu:1'), dies(2)],
  ['an LLC a core', declared('l3:8 core:1 pu:1'), () => 90],
  ['no known caches', declared('core:8 pu:1'), () => 90],
];

function codesOf(cpus: readonly Cpu[], truth: Truth): string[] {
  return contradictions(cpus, measured(cpus, truth)).map(({ code }) => code);
}

describe('of a topology that is right', () => {
  it.each(HONEST)('nothing is said: %s', (_, cpus, truth) => {
    expect(contradictions(cpus, measured(cpus, truth))).toEqual([]);
  });

  it.each(HONEST)('nothing is said in 99 of 100 noisy measurements: %s', (_, cpus, truth) => {
    const rounds = cpus.length > 32 ? 20 : 300;
    const alarms = Array.from({ length: rounds }, (_, seed) =>
      codesOf(cpus, disturbed(truth, seed)),
    ).filter((codes) => codes.length > 0);
    expect(alarms.length).toBeLessThanOrEqual(rounds / 100);
  });
});

/** What is declared wrongly, and the warning that follows. */
const WRONG: readonly [name: string, cpus: readonly Cpu[], truth: Truth, warning: string][] = [
  [
    'one LLC over two dies',
    declared('package:1 [numa] l3:1 core:16 pu:1'),
    dies(8),
    'llc-split: CPUs 0-15 are declared to share one LLC, but fall into groups 0-7 | 8-15: a round trip takes 60 ns inside, 180 ns across (medians)',
  ],
  [
    'one LLC over 16 dies',
    declared('l3:1 core:64 pu:1'),
    dies(4),
    'llc-split: CPUs 0-63 are declared to share one LLC, but fall into groups 0-3 | 4-7 | 8-11 | 12-15 | 16-19 | 20-23 | 24-27 | 28-31 | 8 more: a round trip takes 60 ns inside, 180 ns across (medians)',
  ],
  [
    'SMT siblings as cores',
    declared('l3:1 core:8 pu:1'),
    dies(2),
    'llc-split: CPUs 0-7 are declared to share one LLC, but fall into groups 0-1 | 2-3 | 4-5 | 6-7: a round trip takes 60 ns inside, 180 ns across (medians); each group may be two threads of one core',
  ],
  [
    'two LLCs that are one',
    declared('l3:2 core:6 pu:1'),
    () => 70,
    'llcs-alike: CPUs 0-5 | 6-11 are declared to be of different LLCs, but are as near across them as inside: a round trip takes 70 ns inside, 70 ns across (medians); they may share one LLC',
  ],
  [
    'three LLCs of which two are one',
    declared('l3:3 core:4 pu:1'),
    (a, b) => (a < 8 === b < 8 ? 60 : 190),
    'llcs-alike: CPUs 0-3 | 4-7 are declared to be of different LLCs, but are as near across them as inside: a round trip takes 60 ns inside, 60 ns across (medians); they may share one LLC',
  ],
  [
    'siblings that are cores',
    declared('l3:1 core:4 pu:2'),
    () => 70,
    'siblings-apart: declared SMT siblings are no nearer to each other than CPUs of different cores: 70 ns against 70 ns; they may not share a core',
  ],
  [
    'interleaved nodes that are not',
    declared('numa:2(indexes=0,1) core:6 pu:1(indexes=6*2:1*6)'),
    dies(6),
    'nodes-crossed: CPUs fall into groups 0-5 | 6-11, which cross the declared nodes (node 0: 0,2,4,6,8,10 | node 1: 1,3,5,7,9,11): a round trip takes 60 ns inside, 180 ns across (medians)',
  ],
];

describe('of a topology that is wrong', () => {
  it.each(WRONG)('a warning says how: %s', (_, cpus, truth, warning) => {
    const found = contradictions(cpus, measured(cpus, truth));
    expect(found.map(({ code, message }) => `${code}: ${message}`)).toEqual([warning]);
  });

  it.each(WRONG)(
    'noise hides it in at most 1 of 10 measurements: %s',
    (_, cpus, truth, warning) => {
      const rounds = cpus.length > 32 ? 20 : 100;
      const missed = Array.from({ length: rounds }, (_, seed) =>
        codesOf(cpus, disturbed(truth, seed)),
      ).filter((codes) => codes[0] !== warning.split(':')[0] || codes.length > 1);
      expect(missed.length).toBeLessThanOrEqual(rounds / 10);
    },
  );
});

describe('little evidence', () => {
  it('of two CPUs contradicts nothing, however slow they are', () => {
    for (const description of ['l3:2 core:1 pu:1', 'l3:1 core:2 pu:1', 'core:1 pu:2']) {
      expect(codesOf(declared(description), () => 5000)).toEqual([]);
    }
  });

  it('contradicts nothing where a pair is missing', () => {
    const cpus = declared('l3:1 core:8 pu:1');
    expect(contradictions(cpus, measured(cpus, dies(4)).slice(1))).toEqual([]);
  });

  it.each([1, 2])('does not come from %i slow pairs, whichever they are', (slow) => {
    const cpus = declared('l3:1 core:4 pu:1');
    const pairs = measured(cpus, () => 90);
    for (let first = 0; first < pairs.length; first++) {
      const spoilt = pairs.map((pair, index) => {
        const isSlow = index === first || (slow === 2 && index === (first + 3) % pairs.length);
        return isSlow ? { ...pair, medianNs: 900, p90Ns: 950 } : pair;
      });
      expect(contradictions(cpus, spoilt)).toEqual([]);
    }
  });

  it('does not come from samples that are spread wider than the groups are apart', () => {
    const cpus = declared('l3:1 core:8 pu:1');
    const wide = measured(cpus, dies(4)).map((pair) => ({ ...pair, p10Ns: 20, p90Ns: 900 }));
    expect(contradictions(cpus, wide)).toEqual([]);
  });
});
