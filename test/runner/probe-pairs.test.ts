import { describe, expect, it } from 'vitest';
import { choosePairs, probePairsOf } from '../../src/runner/probe-pairs.js';
import { distanceOf } from '../../src/topology/distance.js';
import { machineOf } from '../cli/fake-io.js';
import { declared } from '../results/machines.js';

describe('choosePairs', () => {
  it('covers every declared distance', () => {
    const cpus = declared('package:2 [numa] l3:2 core:4 pu:2');
    const chosen = choosePairs(cpus, 8);
    const distances = chosen.map(([a, b]) => distanceOf(cpus[a]!, cpus[b]!));
    expect(chosen).toHaveLength(8);
    expect(new Set(distances.slice(0, 4)).size).toBe(4);
    expect(new Set(chosen.map(String)).size).toBe(8);
  });

  it('spreads over the CPUs of a machine with a single distance', () => {
    const chosen = choosePairs(declared('l3:1 core:72 pu:1'), 4);
    expect(chosen).toEqual([
      [0, 1],
      [64, 65],
      [32, 33],
      [16, 17],
    ]);
  });

  it.each([0, 1])('has no pair of %i CPUs', (count) => {
    expect(choosePairs(declared('core:4 pu:1').slice(0, count), 8)).toEqual([]);
  });
});

describe('probePairsOf', () => {
  it('takes each real CPU once, as the machine itself describes it', () => {
    expect(probePairsOf([3, 1, 3, 1, 2], machineOf(4))).toEqual([
      [1, 2],
      [2, 3],
      [1, 3],
    ]);
  });

  it('does without a description', () => {
    expect(probePairsOf([0, 1], '/nowhere')).toEqual([[0, 1]]);
  });
});
