import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Io } from '../../src/core/io.js';

export interface FakeIo extends Io {
  /** What was written so far. */
  readonly written: { readonly stdout: string; readonly stderr: string };
  /** Presses Ctrl-C; true when someone listened. */
  interrupt(): boolean;
}

export interface FakeIoOptions {
  readonly root?: string;
  readonly env?: Io['env'];
  readonly tty?: boolean;
  /** What standard input holds. */
  readonly stdin?: string;
}

/** Captured streams, and a clock that advances a second a look. */
export function fakeIo(options: FakeIoOptions = {}): FakeIo {
  const { root = '/nowhere', env = {}, tty = false, stdin = '' } = options;
  const written = { stdout: '', stderr: '' };
  let handler: (() => void) | undefined;
  let seconds = 0;
  const stream = (name: keyof typeof written) => ({
    write(text: string) {
      written[name] += text;
    },
    isTTY: tty,
    columns: tty ? 100 : undefined,
  });
  return {
    written,
    stdout: stream('stdout'),
    stderr: stream('stderr'),
    env,
    root,
    now: () => new Date(Date.UTC(2026, 10, 30, 12, 0, seconds++)),
    readStdin: async (mostBytes) => (stdin.length > mostBytes ? null : stdin),
    onInterrupt(listener) {
      handler = listener;
      return () => {
        handler = undefined;
      };
    },
    interrupt() {
      const listens = handler !== undefined;
      handler?.();
      return listens;
    },
  };
}

/** A directory with the given files that goes when the test ends. */
export function directoryOf(files: Readonly<Record<string, string>>): string {
  const root = mkdtempSync(join(tmpdir(), 'wqbench-test-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return root;
}

/** A machine of `cpus` CPUs, each its own core, under one LLC. */
export function machineOf(cpus: number, files: Readonly<Record<string, string>> = {}): string {
  const all = cpus === 1 ? '0' : `0-${cpus - 1}`;
  const perCpu = Array.from({ length: cpus }, (_, cpu) => {
    const at = `sys/devices/system/cpu/cpu${cpu}`;
    return {
      [`${at}/topology/thread_siblings_list`]: `${cpu}\n`,
      [`${at}/topology/core_id`]: `${cpu}\n`,
      [`${at}/topology/physical_package_id`]: '0\n',
      [`${at}/cache/index3/level`]: '3\n',
      [`${at}/cache/index3/type`]: 'Unified\n',
      [`${at}/cache/index3/shared_cpu_list`]: `${all}\n`,
    };
  });
  return directoryOf({
    'sys/devices/system/cpu/online': `${all}\n`,
    'sys/devices/system/node/node0/cpulist': `${all}\n`,
    'proc/self/status': `Name:\tnode\nCpus_allowed_list:\t${all}\n`,
    'proc/meminfo': 'MemTotal:  16000000 kB\nMemAvailable:  8000000 kB\n',
    'proc/loadavg': '0.00 0.00 0.00 1/100 4242\n',
    'proc/sys/kernel/hostname': 'box\n',
    ...Object.assign({}, ...perCpu),
    ...files,
  });
}
