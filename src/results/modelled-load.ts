import type { Run } from './file/run-file.js';

/** What a prediction's load has and a measured one cannot have, in words; empty for none. */
export function modelledLoad({ source, options }: Run): string[] {
  if (source !== 'predicted') return [];
  const { issuerWorkNs, unboundIssuers, distribution } = options;
  return [
    ...(typeof issuerWorkNs === 'number' && issuerWorkNs > 0
      ? [`issuer work ${issuerWorkNs} ns`]
      : []),
    ...(unboundIssuers === true ? ['unbound issuers'] : []),
    ...(distribution === 'exponential' ? ['exponential times'] : []),
  ];
}
