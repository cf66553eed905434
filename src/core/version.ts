import { existsSync, readFileSync } from 'node:fs';

/** Version in package.json, which lies one directory further up from emitted code. */
export function toolVersion(): string {
  const places = ['../../package.json', '../../../package.json'];
  const file = places.map((place) => new URL(place, import.meta.url)).find(existsSync);
  if (file === undefined) throw new Error(`no package.json above ${import.meta.url}`);
  const manifest: { version: string } = JSON.parse(readFileSync(file, 'utf8'));
  return manifest.version;
}
