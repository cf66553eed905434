import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readText } from '../../src/core/read-text.js';
import { directoryOf } from '../cli/fake-io.js';

describe('readText', () => {
  it.each([
    ['0-3\n', '0-3'],
    ['0-3\n\0', '0-3'],
    ['0-3', '0-3'],
    ['\0', null],
    ['', null],
    [' \n', null],
  ])('of %j is %j', (text, expected) => {
    expect(readText(join(directoryOf({ file: text }), 'file'))).toBe(expected);
  });

  it('of what cannot be read is null', () => {
    const directory = directoryOf({});
    expect(readText(directory)).toBe(null);
    expect(readText(join(directory, 'absent'))).toBe(null);
  });
});
