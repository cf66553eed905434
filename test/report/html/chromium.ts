import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Names under which systems have it. */
const NAMES = ['chromium', 'chromium-browser', 'google-chrome'];

/** The browser to test in: `$CHROMIUM`, or the first on the PATH; null where there is none. */
export function chromiumPath(): string | null {
  const named = process.env.CHROMIUM;
  if (named) return named;
  const places = (process.env.PATH ?? '').split(delimiter);
  const candidates = NAMES.flatMap((name) => places.map((place) => join(place, name)));
  return candidates.find(isExecutable) ?? null;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
