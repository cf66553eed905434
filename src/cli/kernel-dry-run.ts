import { contentsOf, type Knob, type KnobFiles, type KnobSetting } from '../kernel-knob/knob.js';
import type { KernelConfiguration } from '../kernel-knob/sweep.js';

/** What a sweep would write where, a line each. */
export function dryRunText(
  knob: Knob,
  configurations: readonly KernelConfiguration[],
  files: KnobFiles,
): string {
  const lines = configurations.map(
    ({ label, ...setting }) => `${label}: ${writesOf(setting, knob)}`,
  );
  const back = contentsOf(knob, files).map(({ path, text }) => `'${text}' to ${path}`);
  return [
    'would write, and read back, in an order drawn anew each round:',
    ...lines.map((line) => `  ${line}`),
    `and at the end ${back.join(' and ')}`,
    '',
  ].join('\n');
}

function writesOf({ scope, affinityStrict }: KnobSetting, knob: Knob): string {
  const strict =
    affinityStrict === null ? '' : `, '${affinityStrict ? 1 : 0}' to ${knob.strictPath}`;
  return `'${scope}' to ${knob.scopePath}${strict}`;
}
