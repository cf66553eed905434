/** Where a command reads its surroundings and writes its output; tests pass one of their own. */
export interface Io {
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Root of the file system that holds `/sys` and `/proc`; `/` but for tests. */
  readonly root: string;
  now(): Date;
  /** All of standard input as text; null when it is longer than `mostBytes`. */
  readStdin(mostBytes: number): Promise<string | null>;
  /** Calls `handler` at each SIGINT, SIGTERM or SIGHUP until the returned function is called. */
  onInterrupt(handler: () => void): () => void;
}

export interface OutputStream {
  write(text: string): void;
  readonly isTTY: boolean;
  /** Width in columns; undefined when the stream is no terminal. */
  readonly columns: number | undefined;
}
