import type { Io, OutputStream } from '../core/io.js';
import type { Style } from '../report/text/style.js';

/**
 * What the place behind a stream can show. `FORCE_COLOR` outranks `NO_COLOR` (force-color.org,
 * no-color.org), both outrank the terminal; the encoding follows the locale, and none set is ASCII.
 */
export function styleOf(stream: OutputStream, env: Io['env']): Style {
  return {
    colour: wantsColour(stream, env),
    unicode: /utf-?8/i.test(env.LC_ALL || env.LC_CTYPE || env.LANG || ''),
    columns: stream.columns,
  };
}

/** Whether a line can be written over. */
export function canRewrite(stream: OutputStream, env: Io['env']): boolean {
  return stream.isTTY && env.TERM !== 'dumb';
}

function wantsColour(stream: OutputStream, env: Io['env']): boolean {
  const force = env.FORCE_COLOR;
  if (force !== undefined && force !== '') return force !== '0' && force !== 'false';
  if (env.NO_COLOR) return false;
  return canRewrite(stream, env);
}
