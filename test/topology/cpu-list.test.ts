import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatCpuList, parseCpuList } from '../../src/topology/cpu-list.js';
import { parseCpuMask } from '../../src/topology/cpu-mask.js';

const cpuSet = fc
  .uniqueArray(fc.integer({ min: 0, max: 1100 }), { minLength: 1, maxLength: 200 })
  .map((cpus) => cpus.sort((a, b) => a - b));

describe('a CPU list', () => {
  it.each([
    ['0', [0]],
    ['0-3', [0, 1, 2, 3]],
    ['0-7:2', [0, 2, 4, 6]],
    ['0-7,16-23:2', [0, 1, 2, 3, 4, 5, 6, 7, 16, 18, 20, 22]],
    ['0-9:2/4', [0, 1, 4, 5, 8, 9]],
    ['88-89, 0-1', [0, 1, 88, 89]],
  ])('%s is read as the kernel and taskset read it', (text, cpus) => {
    expect(parseCpuList(text)).toEqual(cpus);
  });

  it('is written so that it reads back the same, with ranges joined', () => {
    expect(formatCpuList([0, 1, 2, 7, 88, 89])).toBe('0-2,7,88-89');
    fc.assert(
      fc.property(cpuSet, (cpus) => {
        const text = formatCpuList(cpus);
        expect(parseCpuList(text)).toEqual(cpus);
        const ends = text.split(',').map((range) => range.split('-').map(Number));
        for (const [index, range] of ends.entries()) {
          expect(ends[index + 1]?.[0]).not.toBe(Number(range.at(-1)) + 1);
        }
      }),
    );
  });

  it.each([
    ['', 'a CPU is missing at column 1'],
    ['0,', 'a CPU is missing at column 3'],
    ['0,x', "'x' is no CPU or range at column 3"],
    ['-1', "'-1' is no CPU or range at column 1"],
    ['1.5', "'1.5' is no CPU or range at column 1"],
    ['0-3,2', 'CPU 2 is named twice at column 5'],
    ['3-1', "range '3-1' runs backwards at column 1"],
    ['0-7:0', "'0-7:0' has an empty step at column 1"],
    ['0-7:5/4', "'0-7:5/4' has an empty step at column 1"],
    ['1,0-4294967295', 'CPU 4294967295 is beyond 65535 at column 3'],
  ])("'%s' is an error that says where", (text, reason) => {
    expect(() => parseCpuList(text)).toThrow(
      expect.objectContaining({
        code: 'bad-cpu-list',
        message: `CPU list '${text}': ${reason}`,
      }),
    );
  });
});

describe('a CPU mask', () => {
  const maskOf = (cpus: readonly number[], words: number) =>
    Array.from({ length: words }, (_, place) => {
      const word = words - 1 - place;
      const bits = cpus.filter((cpu) => cpu >> 5 === word).map((cpu) => 2 ** (cpu & 31));
      return bits.reduce((sum, bit) => sum + bit, 0);
    });

  it('has the most significant word first, up to any width', () => {
    expect(parseCpuMask('00000003,80000001')).toEqual([0, 31, 32, 33]);
    fc.assert(
      fc.property(cpuSet, (cpus) => {
        const words = maskOf(cpus, 35);
        const sysfs = words.map((word) => word.toString(16).padStart(8, '0')).join(',');
        expect(parseCpuMask(sysfs)).toEqual(cpus);
        const hwloc = words.map((word) => (word === 0 ? '' : `0x${word.toString(16)}`)).join(',');
        expect(parseCpuMask(hwloc)).toEqual(cpus);
      }),
    );
  });

  it.each(['0-3', 'xyz', '123456789', '0xf...f'])("'%s' is an error", (text) => {
    expect(() => parseCpuMask(text)).toThrow(expect.objectContaining({ code: 'bad-cpu-list' }));
  });
});
