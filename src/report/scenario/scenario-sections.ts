import type { Run } from '../../results/file/run-file.js';
import type { Reference } from '../../results/reference/reference-schema.js';
import type { Scenario } from '../../scenarios/scenario.js';
import type { Section } from '../reference/section.js';
import { bandwidthChangeBeside } from './bandwidth-change.js';
import { fsyncBeside } from './fsync.js';
import { scopeLadderBeside } from './scope-ladder.js';
import { sweepBeside } from './sweep.js';
import { utilisationBeside } from './utilisation.js';

/** The parts of a scenario that ran, by name. */
export type PartRuns = ReadonlyMap<string, Run>;

/** A scenario's figures beside the published ones: the same columns, each against its own baseline. */
export function scenarioSections(
  scenario: Scenario,
  runs: PartRuns,
  references: readonly Reference[],
): Section[] {
  switch (scenario.table) {
    case 'sweep':
      return sweepBeside(runs, references);
    case 'bandwidth-change':
      return bandwidthChangeBeside(runs, references);
    case 'fsync':
      return fsyncBeside(runs, references);
    case 'utilisation':
      return utilisationBeside(runs, references);
    case 'scope-ladder':
      return scopeLadderBeside(runs, references);
  }
}
