import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { readText } from '../../core/read-text.js';

/** The mounted file system that a path is on. */
export interface Mount {
  /** e.g. `ext4`. */
  readonly type: string;
  /** `major:minor` of its device; of memory and network file systems one of no device. */
  readonly device: string;
  /** What was mounted, e.g. `/dev/nvme0n1p2`. */
  readonly source: string;
}

/** By `/proc/self/mountinfo`; null where that does not say. */
export function mountOf(path: string, root: string): Mount | null {
  const real = `${realpathSync(path)}/`;
  const mounts = (readText(join(root, 'proc/self/mountinfo')) ?? '').split('\n').flatMap(parseLine);
  const around = mounts.filter(({ at }) => real.startsWith(at === '/' ? '/' : `${at}/`));
  // Of several at one place the last one covers the others.
  const nearest = around.reduce<(typeof around)[number] | null>(
    (best, mount) => (best === null || mount.at.length >= best.at.length ? mount : best),
    null,
  );
  return nearest && { type: nearest.type, device: nearest.device, source: nearest.source };
}

/** `36 35 98:0 /root /at options [optional …] - type source super-options` of proc(5). */
function parseLine(line: string): (Mount & { readonly at: string })[] {
  const [before, after] = line.split(' - ');
  const [, , device, , at] = (before ?? '').split(' ');
  const [type, source] = (after ?? '').split(' ');
  if (!device || !at || !type || source === undefined) return [];
  return [{ type, device, source, at: unescapeOctal(at) }];
}

/** Blanks and the like stand as `\040`. */
function unescapeOctal(text: string): string {
  return text.replaceAll(/\\([0-7]{3})/g, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 8)),
  );
}
