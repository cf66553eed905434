import { spawn } from 'node:child_process';
import { WqbenchError } from '../core/errors.js';
import type { CommandOutput } from './figure.js';

/** More output is no figure. */
const MOST_OUTPUT_BYTES = 64 * 2 ** 20;

const TAIL = 300;

/**
 * Runs a command to its end, in a process group of its own so that all of it can be ended. Null when
 * it was given up by `signal`. Throws 'command-failed' with the end of what it wrote to stderr.
 */
export function runCommand(
  [program = '', ...args]: readonly string[],
  timeoutMs: number,
  signal: AbortSignal,
): Promise<CommandOutput | null> {
  return new Promise((resolve, reject) => {
    const startNs = process.hrtime.bigint();
    const child = spawn(program, args, { detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
    const [stdout, stderr]: [Buffer[], Buffer[]] = [[], []];
    let bytes = 0;
    let late = false;
    const end = () => killGroup(child.pid);
    const timer = setTimeout(() => {
      late = true;
      end();
    }, timeoutMs);
    signal.addEventListener('abort', end);
    child.stdout.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes <= MOST_OUTPUT_BYTES) stdout.push(chunk);
    });
    child.stderr.on('data', (chunk: Buffer) => {
      stderr.push(chunk);
      if (stderr.length > 100) stderr.shift();
    });
    const settle = (outcome: () => void) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      outcome();
    };
    child.on('error', (cause) => settle(() => reject(notStarted(program, cause))));
    child.on('close', (code, endedBy) =>
      settle(() => {
        const wallSeconds = Number(process.hrtime.bigint() - startNs) / 1e9;
        if (signal.aborted) resolve(null);
        else if (late) reject(failed(`did not end within ${timeoutMs} ms`, stderr));
        else if (code !== 0) reject(failed(`ended with ${code ?? endedBy}`, stderr));
        else resolve({ stdout: Buffer.concat(stdout).toString('utf8'), wallSeconds });
      }),
    );
    if (signal.aborted) end();
  });
}

function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}

function notStarted(program: string, cause: Error): WqbenchError {
  const message = `the command cannot be started: ${cause.message}`;
  return new WqbenchError('command-failed', message, `see whether '${program}' is installed`, {
    cause,
  });
}

function failed(how: string, stderr: readonly Buffer[]): WqbenchError {
  const text = Buffer.concat(stderr).toString('utf8').trim().slice(-TAIL).replaceAll(/\s+/g, ' ');
  const told = text === '' ? 'it wrote nothing to stderr' : `it wrote: ${text}`;
  return new WqbenchError(
    'command-failed',
    `the command ${how}; ${told}`,
    'try it by itself first',
  );
}
