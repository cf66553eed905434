import { readFileSync } from 'node:fs';
import { packageFile } from './package-file.js';

/** As package.json has it. */
export function toolVersion(): string {
  const manifest: { version: string } = JSON.parse(
    readFileSync(packageFile('package.json'), 'utf8'),
  );
  return manifest.version;
}
