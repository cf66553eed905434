/** Process exit codes; documented in the README and frozen. */
export const EXIT = { ok: 0, regression: 1, usage: 2, invalidRun: 3, interrupted: 130 } as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** Every way wqbench can fail, with the exit code it leads to. */
const EXIT_OF = {
  'bad-option': EXIT.usage,
  'bad-cpu-list': EXIT.usage,
  'bad-topology': EXIT.usage,
  'bad-result': EXIT.usage,
  'bad-machine': EXIT.usage,
  'not-comparable': EXIT.usage,
  'bad-log': EXIT.usage,
  'cpu-unavailable': EXIT.usage,
  'lock-needs-cpus': EXIT.usage,
  'not-enough-memory': EXIT.usage,
  'not-writable': EXIT.usage,
  'pinning-impossible': EXIT.usage,
  'not-built': EXIT.usage,
  'knob-unavailable': EXIT.usage,
  'knob-in-use': EXIT.usage,
  'scope-unknown': EXIT.usage,
  'not-permitted': EXIT.usage,
  'command-failed': EXIT.invalidRun,
  'no-figure': EXIT.invalidRun,
  'thread-failed': EXIT.invalidRun,
  stalled: EXIT.invalidRun,
} as const satisfies Record<string, ExitCode>;

export type ErrorCode = keyof typeof EXIT_OF;

/**
 * A failure a user can act on: `message` says what is wrong and with which value, `nextStep` what
 * to do about it. Printed as one line, without a stack trace.
 */
export class WqbenchError extends Error {
  readonly code: ErrorCode;
  readonly nextStep: string;

  constructor(code: ErrorCode, message: string, nextStep: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'WqbenchError';
    this.code = code;
    this.nextStep = nextStep;
  }

  get exitCode(): ExitCode {
    return EXIT_OF[this.code];
  }
}

/** What was to go to `place` did not get there. */
export function lostOutput(place: string, cause: unknown): WqbenchError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  const nextStep = 'make room, or name a place that can be written to';
  return new WqbenchError('not-writable', `cannot write ${place}: ${reason}`, nextStep, { cause });
}
