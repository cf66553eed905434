import { describe, expect, it } from 'vitest';
import { parseLscpu } from '../../src/topology/lscpu.js';

const read = (...lines: string[]) => parseLscpu(`${lines.join('\n')}\n`, 'lscpu.txt').cpus;

const PREAMBLE = [
  '# The following is the parsable format, which can be fed to other',
  '# programs. Each different item in every column has an unique ID',
  '# starting usually from zero.',
];

describe('lscpu text', () => {
  it('has caches in columns of their own behind an empty one', () => {
    const cpus = read(
      ...PREAMBLE,
      '# CPU,Core,Socket,Node,,L1d,L1i,L2,L3',
      '0,0,0,0,,0,0,0,0',
      '1,1,0,0,,1,1,1,0',
      '2,0,0,0,,0,0,0,0',
      '3,1,1,1,,2,2,2,1',
    );
    expect(cpus).toEqual([
      { cpu: 0, core: 0, llc: 0, node: 0, package: 0 },
      { cpu: 1, core: 1, llc: 0, node: 0, package: 0 },
      { cpu: 2, core: 0, llc: 0, node: 0, package: 0 },
      { cpu: 3, core: 2, llc: 1, node: 1, package: 1 },
    ]);
  });

  it.each([
    [['# CPU,Core,Socket,Node,L1d:L1i:L2:L3', '0,0,0,0,0:0:0:0', '1,1,0,0,1:1:1:0']],
    [['0,0,0,0,0:0:0:0', '1,1,0,0,1:1:1:0']],
    [['0,0,0,0,,0,0,0,0', '1,1,0,0,,1,1,1,0']],
    [['# L1d:L1i:L2:L3,Node,CPU,Core,Socket', '0:0:0:0,0,0,0,0', '1:1:1:0,0,1,1,0']],
    [['# L1d,L1i,L2,L3,CPU,Core,Socket,Node', '0,0,0,0,0,0,0,0', '1,1,1,0,1,1,0,0']],
    [['# CPU,Core,Socket,Node,CACHE', '0,0,0,0,0:0:0:0\r', '', '1,1,0,0,1:1:1:0\r']],
  ])('has its columns in any order (%#)', (lines) => {
    expect(read(...lines)).toEqual([
      { cpu: 0, core: 0, llc: 0, node: 0, package: 0 },
      { cpu: 1, core: 1, llc: 0, node: 0, package: 0 },
    ]);
  });

  it('leaves out the caches a CPU lacks', () => {
    const columns = read(
      '# CPU,Core,Socket,Node,,L1d,L1i,L2,L3',
      '0,0,0,0,,0,0,0,0',
      '1,1,0,0,,1,1,1,0',
      '2,2,0,0,,2,2,2',
      '3,3,0,0,,3,3,2',
    );
    expect(columns.map(({ llc }) => llc)).toEqual([0, 0, 1, 1]);
    const joined = read('# CPU,Core,Socket,Node,L1d:L1i:L2:L3', '0,0,0,0,0:0:0:0', '1,1,0,0,1:1:0');
    expect(joined.map(({ llc }) => llc)).toEqual([0, 1]);
    const inFront = read('# L1d,L1i,L2,L3,CPU,Core', '0,0,0,0,0,0', '1,1,0,1,1');
    expect(inFront).toMatchObject([
      { cpu: 0, llc: 0 },
      { cpu: 1, llc: 1 },
    ]);
  });

  it('takes no instruction cache for an LLC', () => {
    expect(read('# CPU,Core,L1d,L1i', '0,0,0,0', '1,1,1,0').map(({ llc }) => llc)).toEqual([0, 1]);
  });

  it('may know neither nodes nor caches', () => {
    const topology = parseLscpu('# CPU,Core,Socket,Node\n1,0,,\n2,1,,\n', 'lscpu.txt');
    expect(topology.cpus).toEqual([
      { cpu: 1, core: 0, llc: null, node: 0, package: -1 },
      { cpu: 2, core: 1, llc: null, node: 0, package: -1 },
    ]);
    expect(topology.warnings.map(({ code }) => code)).toEqual(['no-cache-information']);
  });

  it('leaves out offline CPUs', () => {
    const marked = read('# CPU,Online,Core', '0,Y,0', '1,N,1', '2,Y,2');
    expect(marked.map(({ cpu }) => cpu)).toEqual([0, 2]);
    const blank = read('# CPU,Core,Socket,Node', '0,,0,', '1,0,0,', '2,-,-,-');
    expect(blank.map(({ cpu }) => cpu)).toEqual([1]);
  });

  it('counts cores in each socket where their numbers begin anew', () => {
    const cpus = read('# CPU,Core,Socket', '0,0,0', '1,0,1', '2,0,0');
    expect(cpus.map(({ core }) => core)).toEqual([0, 1, 0]);
  });

  it.each([
    [['# CPU,Core', '0,0', '0,1'], 3, 'CPU 0 comes twice'],
    [['# CPU,Core', '0,0,0'], 2, '3 fields, but there are 2 columns'],
    [['# CPU,Core,L3', '0'], 2, '1 fields, but there are 3 columns'],
    [['# CPU,Core', 'a,0'], 2, "'a' is no number of a cpu"],
    [['# CPU,Core', ',0'], 2, 'the CPU has no number'],
    [['# CPU,Core', '99999,0'], 2, 'CPU 99999 is not between 0 and 65535'],
    [['# CPU,Core', '0,x'], 2, "'x' is no number of a core"],
    [['# CPU,Core,L3', '', '0,0,z'], 3, "'z' is no number of a cache"],
  ])('is an error with its line (%#)', (lines, line, reason) => {
    expect(() => read(...lines)).toThrow(
      expect.objectContaining({
        code: 'bad-topology',
        message: `lscpu.txt, line ${line}: ${reason}`,
      }),
    );
  });
});
