import { join } from 'node:path';
import { readText } from '../../core/read-text.js';
import type { DeviceUse } from '../../results/file/trial-schema.js';
import { mountOf } from './mounts.js';

/** Time in which a block device had requests in flight, since boot. */
export interface DeviceTime {
  readonly name: string;
  readonly busyMs: number;
  /** Of the reading, on the process's own clock. */
  readonly atMs: number;
}

/**
 * Of the device that the files of a directory are on, by `/proc/diskstats`; null where there is
 * none: memory, networks, layers of several.
 */
export function readDeviceTime(directory: string, root: string): DeviceTime | null {
  const mount = mountOf(directory, root);
  if (mount === null) return null;
  const rows = (readText(join(root, 'proc/diskstats')) ?? '').split('\n').flatMap(parseRow);
  const row =
    rows.find(({ device }) => device === mount.device) ??
    rows.find(({ name }) => mount.source === `/dev/${name}`);
  return row === undefined ? null : { name: row.name, busyMs: row.busyMs, atMs: performance.now() };
}

/** Saturation of a device that serves one request at a time; of others an upper bound. */
export function deviceUseBetween(
  before: DeviceTime | null,
  after: DeviceTime | null,
): DeviceUse | null {
  if (before === null || after === null || before.name !== after.name) return null;
  const busyMs = Math.max(0, after.busyMs - before.busyMs);
  return { name: after.name, utilPercent: (100 * busyMs) / (after.atMs - before.atMs) };
}

/** `major minor name`, then eleven counters or more, of which the tenth is the time in ms. */
function parseRow(line: string): { name: string; device: string; busyMs: number }[] {
  const fields = line.trim().split(/\s+/);
  const [major, minor, name] = fields;
  const busyMs = Number(fields[12]);
  return name === undefined || !Number.isFinite(busyMs)
    ? []
    : [{ name, device: `${major}:${minor}`, busyMs }];
}
