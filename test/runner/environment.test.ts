import { describe, expect, it } from 'vitest';
import { environmentSchema } from '../../src/results/file/environment-schema.js';
import { hostName, probeEnvironment } from '../../src/runner/environment.js';
import { directoryOf } from '../cli/fake-io.js';

function probe(files: Readonly<Record<string, string>>) {
  return probeEnvironment(directoryOf(files));
}

describe('an environment', () => {
  it('that says nothing is unknown, not fine', () => {
    const { node, v8, architecture, ...unknown } = probe({});
    expect([node, v8, architecture]).not.toContain(null);
    expect(new Set(Object.values(unknown))).toEqual(new Set([null]));
    expect(hostName(directoryOf({}))).toBe('unknown');
  });

  it('of the machine at hand fits the schema', () => {
    const environment = { ...probeEnvironment('/'), clock: null };
    expect(environmentSchema.safeParse(environment).error).toBeUndefined();
  });

  it('is read past NUL bytes and missing newlines', () => {
    const environment = probe({
      'proc/sys/kernel/osrelease': '6.12.9\n',
      'proc/loadavg': '0.52 0.58 0.59 1/389 12345\n',
      'proc/self/status': 'Name:\tnode\nCpus_allowed:\tff\nCpus_allowed_list:\t0-3,8\n',
      'sys/devices/system/cpu/online': '0-8\n\0',
      'proc/meminfo': 'MemTotal:       16384 kB\nMemFree: 1 kB\nMemAvailable:    8192 kB',
    });
    expect(environment).toMatchObject({
      kernel: '6.12.9',
      loadAverage: [0.52, 0.58, 0.59],
      allowedCpus: '0-3,8',
      onlineCpus: '0-8',
      totalMemoryBytes: 16_777_216,
      availableMemoryBytes: 8_388_608,
    });
  });
});

describe('the CPU model', () => {
  it.each([
    ['model name\t: Intel(R) Xeon(R)  CPU @ 2.20GHz\n', 'Intel(R) Xeon(R) CPU @ 2.20GHz'],
    ['processor\t: 0\ncpu\t\t: POWER9, altivec supported\n', 'POWER9, altivec supported'],
    ['hart\t: 0\nuarch\t: sifive,u74-mc\n', 'sifive,u74-mc'],
    ['CPU implementer\t: 0x41\nCPU part\t: 0xd0c\n', 'Arm Neoverse-N1'],
    ['CPU implementer\t: 0x77\nCPU part\t: 0x123\n', 'ARM implementer 0x77 part 0x123'],
    [
      'CPU implementer\t: 0x41\nCPU part\t: 0xd03\n\nCPU implementer\t: 0x41\nCPU part\t: 0xd08\n',
      'Arm Cortex-A53 + Arm Cortex-A72',
    ],
    [
      'model name\t: ARMv7 Processor rev 3\nCPU implementer\t: 0x41\nCPU part\t: 0xd08\n',
      'Arm Cortex-A72',
    ],
    ['processor\t: 0\nBogoMIPS\t: 50.00\n', null],
  ])('of %j is %j', (text, expected) => {
    expect(probe({ 'proc/cpuinfo': text }).cpuModel).toBe(expected);
  });

  it('may be that of the board', () => {
    expect(probe({ 'proc/device-tree/model': 'Raspberry Pi 4\0' }).cpuModel).toBe('Raspberry Pi 4');
  });
});

describe('frequency', () => {
  const cpu = (number: number, governor: string) => ({
    [`sys/devices/system/cpu/cpu${number}/cpufreq/scaling_governor`]: `${governor}\n`,
  });

  it('names every governor once', () => {
    const files = { ...cpu(0, 'schedutil'), ...cpu(1, 'performance'), ...cpu(10, 'schedutil') };
    expect(probe(files).governor).toBe('performance,schedutil');
  });

  it.each([
    [{ 'sys/devices/system/cpu/intel_pstate/no_turbo': '1\n' }, false],
    [{ 'sys/devices/system/cpu/intel_pstate/no_turbo': '0\n' }, true],
    [{ 'sys/devices/system/cpu/cpufreq/boost': '0\n' }, false],
    [{ 'sys/devices/system/cpu/cpufreq/boost': '1\n' }, true],
  ])('of %j boosts: %j', (files, expected) => {
    expect(probe(files as Record<string, string>).boost).toBe(expected);
  });
});

describe('virtualisation', () => {
  const guest = { 'proc/cpuinfo': 'flags\t\t: fpu vme hypervisor lahf_lm\n' };
  const bare = { 'proc/cpuinfo': 'flags\t\t: fpu vme lahf_lm\n' };
  const dmi = (field: string, text: string) => ({ [`sys/class/dmi/id/${field}`]: `${text}\n` });

  it.each([
    ['bare x86', bare, 'none'],
    ['ARM without a sign', { 'proc/cpuinfo': 'CPU part\t: 0xd0c\n' }, null],
    ['an unnamed hypervisor', guest, 'unknown hypervisor'],
    ['QEMU', { ...guest, ...dmi('sys_vendor', 'QEMU') }, 'kvm'],
    ['VMware', { ...guest, ...dmi('sys_vendor', 'VMware, Inc.') }, 'vmware'],
    [
      'Hyper-V',
      {
        ...guest,
        ...dmi('sys_vendor', 'Microsoft Corporation'),
        ...dmi('product_name', 'Virtual Machine'),
      },
      'hyper-v',
    ],
    ['a laptop by a maker of hypervisors', { ...bare, ...dmi('sys_vendor', 'Xen') }, 'none'],
    ['EC2 on ARM', dmi('sys_vendor', 'Amazon EC2'), 'amazon ec2'],
    [
      'EC2 metal on ARM',
      { ...dmi('sys_vendor', 'Amazon EC2'), ...dmi('product_name', 'c6g.metal') },
      null,
    ],
    ['KVM by device tree', { 'proc/device-tree/hypervisor/compatible': 'linux,kvm\0' }, 'kvm'],
    ['a Xen guest', { 'sys/hypervisor/type': 'xen\n' }, 'xen'],
    ['a Xen host', { 'proc/xen/capabilities': 'control_d\n' }, 'xen dom0'],
    ['Docker on bare metal', { ...bare, '.dockerenv': '' }, 'docker'],
    [
      'a pod in a guest',
      { ...guest, ...dmi('sys_vendor', 'QEMU'), 'proc/self/cgroup': '0::/kubepods/pod1\n' },
      'kvm + kubepods',
    ],
    ['Podman', { 'run/.containerenv': 'engine="podman"\n' }, 'podman'],
    ['nspawn', { 'run/systemd/container': 'systemd-nspawn\n' }, 'systemd-nspawn'],
  ])('%s', (_name, files, expected) => {
    expect(probe(files as Record<string, string>).virtualisation).toBe(expected);
  });
});
