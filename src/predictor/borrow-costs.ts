import type { CostName, MachineProfile } from '../results/file/machine-schema.js';

type Costs = MachineProfile['costs'];

/** The costs of a machine for another one: what was fitted there is borrowed here. */
export function borrowCosts({ name, costs }: MachineProfile): Costs {
  const borrowed = Object.entries(costs).map(([cost, own]): [string, Costs[CostName]] => {
    const foreign = own.provenance === 'fitted' || own.provenance === 'measured';
    return [cost, foreign ? { ...own, provenance: 'borrowed', from: name, interval: null } : own];
  });
  return Object.fromEntries(borrowed) as Costs;
}
