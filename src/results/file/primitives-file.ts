import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { WqbenchError } from '../../core/errors.js';

export const PRIMITIVES_SCHEMA_VERSION = 1;

/** What `wqbench primitives` says of the loop's parts. */
export interface LoopPrimitives {
  /** An item queued and popped by one thread, both under an uncontended lock, in ns. */
  readonly queueAndPopNs: number;
}

const fileSchema = z.object({
  schemaVersion: z.literal(PRIMITIVES_SCHEMA_VERSION),
  primitives: z.array(z.object({ name: z.string(), p50Ns: z.number().positive() })),
});

const QUEUE_AND_POP = 'mcs queueWork + popFirst';

/** What `wqbench primitives --json FILE` wrote. Throws 'bad-option' for another file. */
export function readPrimitives(path: string): LoopPrimitives {
  const nextStep = 'give a file that wqbench primitives --json FILE wrote';
  try {
    const { primitives } = fileSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
    const found = primitives.find(({ name }) => name === QUEUE_AND_POP);
    if (found !== undefined) return { queueAndPopNs: found.p50Ns };
  } catch (cause) {
    const message = `--primitives '${path}' cannot be read as such`;
    throw new WqbenchError('bad-option', message, nextStep, { cause });
  }
  throw new WqbenchError('bad-option', `--primitives '${path}' has no ${QUEUE_AND_POP}`, nextStep);
}
