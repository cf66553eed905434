import { join } from 'node:path';
import { readText } from '../../core/read-text.js';

/**
 * Marketing name of the CPU; several kinds in one machine are joined by ` + `. ARM kernels give
 * only numbers, which are looked up. Null where `/proc/cpuinfo` says nothing.
 */
export function cpuModel(root: string): string | null {
  const fields = parseCpuInfo(readText(join(root, 'proc/cpuinfo')) ?? '');
  for (const models of [namesOf(fields), armNames(fields)]) {
    if (models.length > 0) return [...new Set(models)].join(' + ');
  }
  return readText(join(root, 'proc/device-tree/model'));
}

type Field = readonly [name: string, value: string];

function parseCpuInfo(text: string): Field[] {
  return [...text.matchAll(/^([^:\n]+?)\s*:[ \t]*(.+)$/gm)].map(([, name, value]) => [
    name!.toLowerCase(),
    value!.trim(),
  ]);
}

/** x86 and LoongArch, MIPS, POWER, RISC-V. */
const NAME_FIELDS = ['model name', 'cpu model', 'cpu', 'uarch'];

function namesOf(fields: readonly Field[]): string[] {
  return fields
    .filter(([name, value]) => NAME_FIELDS.includes(name) && !/^ARMv\d/.test(value))
    .map(([, value]) => value.replace(/\s+/g, ' '));
}

function armNames(fields: readonly Field[]): string[] {
  const implementers = fields.filter(([name]) => name === 'cpu implementer');
  const parts = fields.filter(([name]) => name === 'cpu part');
  return parts.map(([, part], index) => {
    const implementer = implementers[index]?.[1] ?? 'unknown';
    const maker = ARM_IMPLEMENTERS[implementer] ?? `ARM implementer ${implementer}`;
    return `${maker} ${ARM_PARTS[`${implementer} ${part}`] ?? `part ${part}`}`;
  });
}

/** The next two: from util-linux, sys-utils/lscpu-arm.c, the parts found in servers and boards. */
const ARM_IMPLEMENTERS: Readonly<Record<string, string>> = {
  '0x41': 'Arm',
  '0x42': 'Broadcom',
  '0x43': 'Cavium',
  '0x46': 'Fujitsu',
  '0x48': 'HiSilicon',
  '0x4e': 'NVIDIA',
  '0x50': 'APM',
  '0x51': 'Qualcomm',
  '0x53': 'Samsung',
  '0x61': 'Apple',
  '0x6d': 'Microsoft',
  '0xc0': 'Ampere',
};

const ARM_PARTS: Readonly<Record<string, string>> = {
  '0x41 0xd03': 'Cortex-A53',
  '0x41 0xd05': 'Cortex-A55',
  '0x41 0xd07': 'Cortex-A57',
  '0x41 0xd08': 'Cortex-A72',
  '0x41 0xd09': 'Cortex-A73',
  '0x41 0xd0a': 'Cortex-A75',
  '0x41 0xd0b': 'Cortex-A76',
  '0x41 0xd0c': 'Neoverse-N1',
  '0x41 0xd40': 'Neoverse-V1',
  '0x41 0xd41': 'Cortex-A78',
  '0x41 0xd44': 'Cortex-X1',
  '0x41 0xd46': 'Cortex-A510',
  '0x41 0xd47': 'Cortex-A710',
  '0x41 0xd48': 'Cortex-X2',
  '0x41 0xd49': 'Neoverse-N2',
  '0x41 0xd4a': 'Neoverse-E1',
  '0x41 0xd4f': 'Neoverse-V2',
  '0x41 0xd83': 'Neoverse-V3AE',
  '0x41 0xd84': 'Neoverse-V3',
  '0x41 0xd8e': 'Neoverse-N3',
  '0x43 0x0af': 'ThunderX2',
  '0x46 0x001': 'A64FX',
  '0x48 0xd01': 'TaiShan-v110',
  '0x48 0xd02': 'TaiShan-v120',
  '0xc0 0xac3': 'Ampere-1',
  '0xc0 0xac4': 'Ampere-1a',
};
