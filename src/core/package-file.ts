import { existsSync } from 'node:fs';

/** The package lies above its sources, and one directory further up from what is emitted of them. */
const ABOVE = ['../../', '../../../'];

/** A file or (with a `/` at its end) a folder that comes with the package. */
export function packageFile(path: string): URL {
  const places = ABOVE.map((above) => new URL(`${above}${path}`, import.meta.url));
  const found = places.find((place) => existsSync(place));
  if (found === undefined) throw new Error(`the package lacks ${path}`);
  return found;
}
