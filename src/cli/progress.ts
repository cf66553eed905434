import type { OutputStream } from '../core/io.js';

/** Tells how far a run is, between its trials only. */
export interface Progress {
  /** Something that takes a while begins. */
  start(what: string): void;
  /** `done` of `total` trials are finished. */
  trialDone(done: number, total: number): void;
  /** Clears the line that was rewritten. */
  end(): void;
}

export interface ProgressOptions {
  readonly stream: OutputStream;
  /** One line over and over, not a line a round. */
  readonly rewrite: boolean;
  readonly trialsPerRound: number;
  now(): Date;
}

export const SILENT: Progress = { start() {}, trialDone() {}, end() {} };

const CLEAR_LINE = '\r\x1b[K';

export function createProgress(options: ProgressOptions): Progress {
  const { stream, rewrite, trialsPerRound, now } = options;
  let firstStartMs = 0;
  const show = (text: string) => {
    const room = (stream.columns ?? Number.POSITIVE_INFINITY) - 1;
    stream.write(rewrite ? `${CLEAR_LINE}${text.slice(0, room)}` : `${text}\n`);
  };
  return {
    start(what) {
      firstStartMs = now().getTime();
      show(what);
    },
    trialDone(done, total) {
      if (!rewrite && done % trialsPerRound !== 0) return;
      const leftMs = ((now().getTime() - firstStartMs) / done) * (total - done);
      const rounds = `round ${Math.ceil(done / trialsPerRound)} of ${total / trialsPerRound}`;
      show(`${rounds}: ${done} of ${total} trials, ${formatLeft(leftMs)} left`);
    },
    end() {
      if (rewrite) stream.write(CLEAR_LINE);
    },
  };
}

/** `42 s`, `3 min`. */
function formatLeft(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  return seconds < 120 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`;
}
