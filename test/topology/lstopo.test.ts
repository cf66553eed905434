import { execFileSync, spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseHwlocXml } from '../../src/topology/hwloc-xml.js';
import { parseSynthetic } from '../../src/topology/synthetic.js';

const HAS_LSTOPO = spawnSync('lstopo', ['--version']).status === 0;

/** hwloc's own reading of a synthetic string. */
function lstopoXml(description: string): string {
  const args = ['-i', description, '--no-io', '--of', 'xml', '-'];
  return execFileSync('lstopo', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
}

const arity = fc.integer({ min: 1, max: 3 });

const INTERLEAVINGS = ['', '(indexes=core)', '(indexes=core:package)', '(indexes=package:l3)'];

const description = fc
  .record({
    packages: arity,
    nodes: fc.constantFrom('', '[numa] ', '[numa(memory=1GiB)][numa] ', 'node:2 ', 'nu:2 '),
    caches: arity,
    innerNodes: fc.constantFrom('', '[numa] '),
    cores: arity,
    threads: arity,
    interleaving: fc.constantFrom(...INTERLEAVINGS),
  })
  // hwloc moves the nodes of a package with one L3 to one place, which hides whose they were.
  .filter(({ nodes, innerNodes, caches }) => innerNodes === '' || (nodes === '' && caches > 1))
  .map(
    ({ packages, nodes, caches, innerNodes, cores, threads, interleaving }) =>
      `Package:${packages} ${nodes}L3Cache:${caches}(size=32MB) ${innerNodes}` +
      `l2:1 l1d:1 l1i:1 core:${cores} pu:${threads}${interleaving}`,
  );

describe.skipIf(!HAS_LSTOPO)('synthetic strings and lstopo', () => {
  const agrees = (text: string) => {
    const own = parseSynthetic(text, text).cpus;
    expect(own, text).toEqual(parseHwlocXml(lstopoXml(text), text).cpus);
  };

  test('agree on any machine', () => {
    fc.assert(fc.property(description, agrees), { numRuns: 60 });
  });

  test.each([
    '3',
    '2 3',
    '2 3 2',
    '2 2 2 2',
    '2 2 2 2 2',
    '2 2 2 2 2 2',
    '2 2 2 2 2 2 2',
    '2 2 2 2 2 2 2 2',
    '2 2 2 2 2 2 2 2 2',
    'core:2 pu:4(indexes=2*4:1*2)',
    'core:4 pu:2(indexes=4*2:1*4)',
    'core:4 pu:2(indexes=2*4)',
    'core:4 pu:2(indexes=7,5,3,1,6,4,2,0)',
    'package:2 [numa(indexes=1,0)] core:2 pu:2',
    'package:2 [numa(indexes=5,4,3,2,1,0)] l3:2 [numa] pu:2',
    'package:2 [numa] l3:2 [numa] pu:2',
    'numa:2(indexes=1,0) core:2 pu:2',
    'group0:2 die:2 socket:1 core:0x2 pu:1',
    '(memory=4GB) so:2 l2d:2 co:2 pu:1',
    'l5:2 l4:2 core:2 pu:1',
  ])('agree on %s', agrees);
});
