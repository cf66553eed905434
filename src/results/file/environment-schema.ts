import { z } from 'zod';
import type { Immutable } from './immutable.js';

const bytes = z.int().nonnegative();

/** What the run found around it; null where nothing said so: unknown, not "none" and not "fine". */
export const environmentSchema = z.strictObject({
  cpuModel: z.string().nullable(),
  architecture: z.string().nullable().describe("As Node names it, e.g. 'x64', 'arm64'."),
  kernel: z.string().nullable().describe('Kernel release, e.g. 6.12.9.'),
  node: z.string().nullable(),
  v8: z.string().nullable(),
  virtualisation: z
    .string()
    .nullable()
    .describe("Hypervisor or container, 'none' on hardware known to be bare."),
  governor: z.string().nullable().describe('cpufreq governor; several are joined by a comma.'),
  boost: z.boolean().nullable().describe('Whether the CPUs may exceed their base frequency.'),
  loadAverage: z
    .tuple([z.number().nonnegative(), z.number().nonnegative(), z.number().nonnegative()])
    .nullable()
    .describe('Load average over 1, 5 and 15 minutes before the run.'),
  allowedCpus: z.string().nullable().describe('CPU list this process may run on.'),
  onlineCpus: z.string().nullable().describe('CPU list that is online.'),
  cgroupCpuQuota: z
    .union([z.number().positive(), z.literal('unlimited')])
    .nullable()
    .describe('CPU time a second the cgroup may use, in CPUs.'),
  clock: z
    .strictObject({
      name: z.string(),
      costNs: z.number().nonnegative().describe('Median time of one read, in ns.'),
      resolutionNs: z
        .number()
        .nonnegative()
        .describe('Smallest difference other than 0 between two reads in a row, in ns.'),
    })
    .nullable(),
  totalMemoryBytes: bytes.nullable(),
  availableMemoryBytes: bytes.nullable(),
});

export type Environment = Immutable<z.infer<typeof environmentSchema>>;
