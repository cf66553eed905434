/** A team that cannot go on. `not-built`: there is no emitted file for a thread to start from. */
export class TeamError extends Error {
  readonly kind: 'not-built' | 'stalled' | 'thread-failed';

  constructor(kind: TeamError['kind'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'TeamError';
    this.kind = kind;
  }
}

/** A thread whose part in a trial threw. */
export class FailedThread extends TeamError {
  readonly slot: number;

  constructor(slot: number, reason: string) {
    super('thread-failed', reason);
    this.slot = slot;
  }
}
