import type { Command } from '../command.js';
import { KERNEL_FLAGS, parseKernelOptions } from '../kernel-options.js';

export const kernelCommand: Command = {
  name: 'kernel',
  summary: "Run any command under each of the running kernel's own affinity scopes, as root.",
  takesCommand: true,
  flags: KERNEL_FLAGS,
  examples: [
    ['kernel --dry-run -- true', 'what would be written to which knob'],
    [
      'kernel --scopes cache,numa --fio write.iops -- fio --output-format=json job.fio',
      'a figure of fio by scope',
    ],
    ['kernel --knob writeback --affinity-strict off,on -- ./copy.sh', 'wall time, one workqueue'],
    ['kernel --restore', 'after a run that was killed'],
  ],
  async run(args, context, words) {
    const options = parseKernelOptions(args, words);
    const { sweepKernel } = await import('../sweep-kernel.js');
    return sweepKernel(options, context);
  },
};
