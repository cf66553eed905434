import { describe, expect, it } from 'vitest';
import { parseHwlocXml } from '../../src/topology/hwloc-xml.js';

const read = (text: string) => parseHwlocXml(text, 'box.xml');

const pu = (cpu: number) => `<object type="PU" os_index="${cpu}"/>`;

const core = (...cpus: number[]) =>
  `<object type="Core" os_index="0">${cpus.map(pu).join('')}</object>`;

function version2(content: string, attributes = ''): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<!DOCTYPE topology SYSTEM "hwloc2.dtd">',
    `<topology version="2.0"><object type="Machine" os_index="0" ${attributes}>`,
    '<info name="Backend" value="Linux"/>',
    content,
    '</object></topology>',
  ].join('\n');
}

function version1(content: string, attributes = ''): string {
  return `<topology><object type="Machine" os_index="0" ${attributes}>${content}</object></topology>`;
}

describe('hwloc XML', () => {
  it('of version 2 has nodes beside their CPUs, and caches by name', () => {
    const cache = (node: number, content: string) =>
      `<object type="L3Cache" depth="3" cache_type="0">
         <object type="NUMANode" os_index="${node}"/>
         <object type="L1iCache" depth="1" cache_type="2">${content}</object>
       </object>`;
    const topology = read(
      version2(
        `<object type="Package" os_index="0">${cache(4, core(0, 2))}</object>
         <object type="Package" os_index="7">${cache(2, core(1, 3))}</object>
         <object type="Group"><object type="NUMANode" os_index="8"/></object>`,
      ),
    );
    expect(topology.cpus).toEqual([
      { cpu: 0, core: 0, llc: 0, node: 4, package: 0 },
      { cpu: 1, core: 1, llc: 1, node: 2, package: 7 },
      { cpu: 2, core: 0, llc: 0, node: 4, package: 0 },
      { cpu: 3, core: 1, llc: 1, node: 2, package: 7 },
    ]);
    expect(topology.warnings).toEqual([]);
  });

  it('of version 1 has nodes around their CPUs, and empty ones beside', () => {
    const topology = read(
      version1(
        `<object type="Socket" os_index="0"><object type="Cache" depth="2" cache_type="0">
           <object type="NUMANode" os_index="1">${core(0)}</object>
           <object type="NUMANode" os_index="3">${core(1)}</object>
         </object></object>
         <object type="NUMANode" os_index="0"/>`,
      ),
    );
    expect(topology.cpus).toEqual([
      { cpu: 0, core: 0, llc: 0, node: 1, package: 0 },
      { cpu: 1, core: 1, llc: 1, node: 3, package: 0 },
    ]);
    expect(topology.warnings.map(({ code }) => code)).toEqual(['llc-crosses-nodes']);
  });

  it('gives a CPU the innermost node, of several the lowest, also behind a memory-side cache', () => {
    const topology = read(
      version2(
        `<object type="NUMANode" os_index="0"/>
         <object type="Package" os_index="0">
           <object type="MemCache"><object type="NUMANode" os_index="5"/></object>
           <object type="NUMANode" os_index="3"/>
           ${core(0)}
         </object>
         <object type="Package" os_index="4294967295">${pu(1)}${pu(2)}</object>`,
      ),
    );
    expect(topology.cpus.map(({ core, node, package: id }) => [core, node, id])).toEqual([
      [0, 3, 0],
      [1, 0, -1],
      [2, 0, -1],
    ]);
  });

  it('leaves out offline and disallowed CPUs, these with a warning', () => {
    const content = [0, 1, 2, 3].map((cpu) => core(cpu)).join('');
    const marks = 'online_cpuset="0x0000000d" allowed_cpuset="0x00000005"';
    const topology = read(version1(content, marks));
    expect(topology.cpus.map(({ cpu }) => cpu)).toEqual([0, 2]);
    expect(topology.warnings[0]).toMatchObject({
      code: 'cpus-disallowed',
      message: expect.stringMatching(/^CPUs 3 /),
    });
    const far = read(version2(core(0, 65), 'allowed_cpuset="0x2,,0x0"'));
    expect(far.cpus.map(({ cpu }) => cpu)).toEqual([65]);
  });

  it.each([
    ['<topology>', 'box.xml, line 1, column 1: Unclosed tag'],
    ['<topology>\n<object></topology>', 'box.xml, line 2, column 9: Expected closing tag'],
    ['<html/>', 'box.xml: there is no <topology> with an <object>'],
    ['<topology version="9.0"><object type="Machine"/></topology>', "version '9.0'"],
    [version1(''), 'box.xml has no online CPU'],
    [version1('\n\n<object type="PU"/>'), "box.xml, line 3: the os_index of a PU is ''"],
    [version1('\n<object type="PU" os_index="x"/>'), "box.xml, line 2: os_index 'x'"],
    [version1(pu(99999)), "the os_index of a PU is '99999'"],
    [version1(pu(0) + pu(0)), 'box.xml has CPU 0 twice'],
    [version1(pu(0), 'allowed_cpuset="zz"'), "box.xml, line 1: allowed_cpuset: CPU mask 'zz'"],
    [version2('\n<object type="NUMANode"/>'), 'box.xml, line 6: a NUMANode has no os_index'],
  ])('is an error with its place (%#)', (text, message) => {
    expect(() => read(text)).toThrow(
      expect.objectContaining({
        code: 'bad-topology',
        message: expect.stringContaining(message),
      }),
    );
  });
});
