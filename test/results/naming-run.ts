import fc from 'fast-check';
import type { Run } from '../../src/results/file/run-file.js';
import { buildRun, trial } from './run-builder.js';

export interface Naming {
  readonly host: string;
  readonly user: string;
  /** Of a directory or file that the run was told of. */
  readonly place: string;
  /** Of another, which only a message names. */
  readonly other: string;
}

const RUN = buildRun({ trials: [trial('cpu', 0)], partial: true });

/** A run that names its host, its user and places wherever it takes a text from outside. */
export function namingRun({ host, user, place, other }: Naming): Run {
  const violation = `/home/${user}/results: no room for '${other}'`;
  return {
    ...RUN,
    host,
    command: ['run', '--out', place, `--json=${place}`, '--sysfs', place, `--topology=${place}`],
    options: {
      topology: { kind: 'description', text: place },
      out: place,
      json: place,
      trials: 2,
    },
    topology: { ...RUN.topology, modelled: true, source: { kind: 'hwloc-xml', name: place } },
    environment: { ...RUN.environment, kernel: `6.1.0-${host}`, cpuModel: `CPU of ${host}` },
    warnings: [
      { code: 'run-failed', message: `EACCES: no access, open '${place}'` },
      { code: 'run-failed', message: `no "${other}", nor '${place}/run.json' of ${host}: full` },
      { code: 'high-load', message: `process of ${user} on ${host}.corp.example, by ${user}@vm` },
    ],
    valid: false,
    trials: RUN.trials.map((trial) => ({ ...trial, valid: false, violations: [violation] })),
  };
}

/** A word that stands nowhere else. */
export const SECRET = fc.stringMatching(/^[a-zäßñж漢][a-z0-9äßñж漢]{8,12}$/);

/** Namings that have the word in each place, and in each way there is to write a path. */
export function namingsOf(secret: string): Naming[] {
  const plain: Naming = { host: 'box', user: 'ann', place: 'runs', other: '/mnt/x' };
  const paths = [
    ...[`/${secret}`, `/data/${secret}`, `/${secret}/x.json`, `/data/ACME ${secret}/b c/`],
    ...[secret, `../${secret}`, `./${secret}.xml`, `${secret}/x`, `my ${secret} runs/x`],
    ...[`~${secret}/x`, `/home/${secret}/x`, `/data/o'${secret} b/x`, `/größe ${secret}`],
  ];
  return [
    ...[secret, `${secret}.corp.example`, `box.${secret}.example`].map((host) => ({
      ...plain,
      host,
    })),
    { ...plain, user: secret },
    ...paths.map((place) => ({ ...plain, place })),
    ...paths.filter((path) => path.includes('/')).map((other) => ({ ...plain, other })),
  ];
}
