import { WqbenchError } from '../core/errors.js';
import { referenceNames } from '../results/reference/reference.js';
import { nearName } from './near-name.js';

/** Throws 'bad-option' for a name that no published table has. */
export function assertPublished(name: string): void {
  const names = referenceNames();
  if (names.includes(name)) return;
  const near = nearName(name, names);
  const nextStep = near ? `did you mean '${near}'?` : `use one of ${names.join(', ')}`;
  throw new WqbenchError('bad-option', `no published result '${name}'`, nextStep);
}
