import type { Io, OutputStream } from '../core/io.js';

/** The real surroundings of the process. */
export function processIo(): Io {
  return {
    stdout: outputStream(process.stdout),
    stderr: outputStream(process.stderr),
    env: process.env,
    root: '/',
    now: () => new Date(),
    onInterrupt(handler) {
      const signals = ['SIGINT', 'SIGTERM'] as const;
      for (const signal of signals) process.on(signal, handler);
      return () => {
        for (const signal of signals) process.off(signal, handler);
      };
    },
  };
}

/** Settles once all that was written is out, however slow its reader, or the reader is gone. */
export async function outputFlushed(): Promise<void> {
  const streams = [process.stdout, process.stderr];
  await Promise.all(
    streams.map((stream) => new Promise<unknown>((resolve) => stream.write('', resolve))),
  );
}

function outputStream(stream: NodeJS.WriteStream): OutputStream {
  // A reader that has seen enough (`| head`) is no reason to lose a run.
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
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
