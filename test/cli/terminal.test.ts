import { describe, expect, it } from 'vitest';
import { styleOf } from '../../src/cli/terminal.js';
import { fakeIo } from './fake-io.js';

const style = (tty: boolean, env: Record<string, string>) => styleOf(fakeIo({ tty }).stdout, env);

describe('style', () => {
  it.each([
    [true, {}, true],
    [false, {}, false],
    [true, { TERM: 'dumb' }, false],
    [true, { NO_COLOR: '1' }, false],
    [true, { NO_COLOR: '' }, true],
    [false, { FORCE_COLOR: '1' }, true],
    [true, { FORCE_COLOR: '0' }, false],
    [true, { FORCE_COLOR: '1', NO_COLOR: '1' }, true],
  ])('on a terminal: %j, with %j: colour %j', (tty, env, colour) => {
    expect(style(tty, env as Record<string, string>).colour).toBe(colour);
  });

  it.each([
    [{ LANG: 'de_DE.UTF-8' }, true],
    [{ LC_ALL: 'C', LANG: 'C.UTF-8' }, false],
    [{ LC_ALL: '', LC_CTYPE: 'en_US.utf8' }, true],
    [{ LANG: 'de_DE.ISO-8859-1' }, false],
    [{}, false],
  ])('of locale %j: unicode %j', (env, unicode) => {
    expect(style(true, env as Record<string, string>).unicode).toBe(unicode);
  });

  it('has the width of a terminal only', () => {
    expect(style(true, {}).columns).toBe(100);
    expect(style(false, {}).columns).toBe(undefined);
  });
});
