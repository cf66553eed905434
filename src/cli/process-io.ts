import type { Io, OutputStream } from '../core/io.js';

/** The real surroundings of the process. */
export function processIo(): Io {
  return {
    stdout: outputStream(process.stdout),
    stderr: outputStream(process.stderr),
    env: process.env,
    root: '/',
    now: () => new Date(),
    readStdin,
    onInterrupt(handler) {
      const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
      for (const signal of signals) process.on(signal, handler);
      return () => {
        for (const signal of signals) process.off(signal, handler);
      };
    },
  };
}

/** First failure of stdout or stderr; null while there is none. */
let failure: NodeJS.ErrnoException | null = null;

async function readStdin(mostBytes: number): Promise<string | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of process.stdin) {
    bytes += chunk.length;
    if (bytes > mostBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/**
 * Settles once all that was written is out, however slow its reader, or the reader is gone. Returns
 * why output was lost, null when none was.
 */
export async function outputFlushed(): Promise<NodeJS.ErrnoException | null> {
  const streams = [process.stdout, process.stderr];
  await Promise.all(
    streams.map((stream) => new Promise<unknown>((resolve) => stream.write('', resolve))),
  );
  return failure;
}

function outputStream(stream: NodeJS.WriteStream): OutputStream {
  // A reader that has seen enough (`| head`) is no reason to lose a run.
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') failure ??= error;
  });
  return {
    write: (text) => {
      stream.write(text);
    },
    get isTTY() {
      return stream.isTTY === true;
    },
    get columns() {
      // A terminal that does not know its width says 0.
      return stream.isTTY && stream.columns > 0 ? stream.columns : undefined;
    },
  };
}
