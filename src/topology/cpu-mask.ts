import { WqbenchError } from '../core/errors.js';

/**
 * CPUs of a hexadecimal mask, ascending: 32-bit words separated by commas, the most significant
 * first. Sysfs writes `00000003,ffffffff`; hwloc writes `0x3,,0x1`, where an empty word is zero.
 *
 * Throws 'bad-cpu-list', naming the value.
 */
export function parseCpuMask(text: string): number[] {
  const words = text.split(',').map((word) => parseWord(word, text));
  return words.reverse().flatMap((word, index) => bitsOf(word).map((bit) => index * 32 + bit));
}

function parseWord(word: string, text: string): number {
  if (/^(?:0x)?[0-9a-f]{0,8}$/i.test(word)) return Number.parseInt(word, 16) || 0;
  throw new WqbenchError(
    'bad-cpu-list',
    `CPU mask '${text}': '${word}' is no 32-bit hexadecimal word`,
    'a mask is words such as 0000000f,ffffffff',
  );
}

function bitsOf(word: number): number[] {
  const bits: number[] = [];
  for (let bit = 0; bit < 32; bit++) if ((word >>> bit) & 1) bits.push(bit);
  return bits;
}
