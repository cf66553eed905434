/** What a work item does, as data: goes to the threads with each trial. */
export type WorkloadSpec =
  | { readonly kind: 'microbench' }
  | { readonly kind: 'spin'; readonly ns: number }
  | { readonly kind: 'crypto'; readonly bytes: number }
  | { readonly kind: 'fsync'; readonly bytes: number }
  | { readonly kind: 'file'; readonly bytes: number; readonly access: FileAccess }
  | { readonly kind: 'downstream'; readonly holdNs: number; readonly span: DownstreamSpan };

export type WorkloadKind = WorkloadSpec['kind'];

export type FileAccess = 'read' | 'write';

/** Who shares one downstream lock: the CPUs of a node, or all. */
export type DownstreamSpan = 'node' | 'system';

/** How each kind is asked for, in the order of help and tables. */
export const WORKLOAD_USAGE: Readonly<Record<WorkloadKind, string>> = {
  microbench: 'microbench',
  spin: 'spin:NS',
  crypto: 'crypto[:SIZE]',
  fsync: 'fsync[:SIZE]',
  file: 'file[:SIZE]:read|write',
  downstream: 'downstream:HOLD_NS[:node|system]',
};

/** `crypto:32768`, `downstream:2000:node`: sizes in bytes and times in ns, defaults filled in. */
export function nameOfWorkload(spec: WorkloadSpec): string {
  switch (spec.kind) {
    case 'microbench':
      return 'microbench';
    case 'spin':
      return `spin:${spec.ns}`;
    case 'crypto':
    case 'fsync':
      return `${spec.kind}:${spec.bytes}`;
    case 'file':
      return `file:${spec.bytes}:${spec.access}`;
    case 'downstream':
      return `downstream:${spec.holdNs}:${spec.span}`;
  }
}

/** Payload that an item moves; null where it moves none. */
export function bytesPerItemOf(spec: WorkloadSpec): number | null {
  return 'bytes' in spec ? spec.bytes : null;
}

/** SHA-512. */
export const DIGEST_BYTES = 64;

/** Shared memory that each item has for what it works on. */
export function payloadBytesOf(spec: WorkloadSpec): number {
  return spec.kind === 'crypto' ? spec.bytes + 2 * DIGEST_BYTES : (bytesPerItemOf(spec) ?? 0);
}

/** Whether its items work on files, in a directory of their own. */
export function needsFiles({ kind }: WorkloadSpec): boolean {
  return kind === 'fsync' || kind === 'file';
}

const DEFAULT_BYTES = { crypto: 32 * 1024, fsync: 4096, file: 512 } as const;

/** Longest that an item may spin or hold a lock. */
const MOST_NS = 1e9;
const MOST_BYTES = 16 * 2 ** 20;

/** XTS encrypts 16 bytes at least. */
const LEAST_BYTES = { crypto: 16, fsync: 1, file: 1 } as const;

/** A workload as typed; null where it is none, which `WORKLOAD_USAGE` then explains. */
export function parseWorkload(text: string): WorkloadSpec | null {
  const [kind, ...words] = text.split(':');
  switch (kind) {
    case 'microbench':
      return words.length === 0 ? { kind } : null;
    case 'spin': {
      const ns = countOf(words[0], MOST_NS);
      return ns === null || words.length > 1 ? null : { kind, ns };
    }
    case 'crypto':
    case 'fsync': {
      const bytes = bytesOf(words[0], kind);
      return bytes === null || words.length > 1 ? null : { kind, bytes };
    }
    case 'file': {
      const access = words.at(-1);
      const bytes = bytesOf(words.length > 1 ? words[0] : undefined, kind);
      if (bytes === null || words.length > 2) return null;
      return access === 'read' || access === 'write' ? { kind, bytes, access } : null;
    }
    case 'downstream': {
      const holdNs = countOf(words[0], MOST_NS);
      const span = words[1] ?? 'system';
      if (holdNs === null || words.length > 2) return null;
      return span === 'node' || span === 'system' ? { kind, holdNs, span } : null;
    }
    default:
      return null;
  }
}

function countOf(word: string | undefined, most: number): number | null {
  const count = /^\d+$/.test(word ?? '') ? Number(word) : 0;
  return count >= 1 && count <= most ? count : null;
}

const UNITS: Readonly<Record<string, number>> = { '': 1, k: 1024, m: 2 ** 20 };

/** `512`, `4k`, `32KiB`, `1M`: powers of two, as fio has them. */
function bytesOf(word: string | undefined, kind: keyof typeof DEFAULT_BYTES): number | null {
  if (word === undefined) return DEFAULT_BYTES[kind];
  const [, digits, unit] = word.match(/^(\d+)(k|m)?(?:i?b)?$/i) ?? [];
  if (digits === undefined) return null;
  const bytes = Number(digits) * UNITS[(unit ?? '').toLowerCase()]!;
  return bytes >= LEAST_BYTES[kind] && bytes <= MOST_BYTES ? bytes : null;
}
