import { describe, expect, it } from 'vitest';
import { filesBelow, textOf } from './source-files.js';

/** Pattern of a problem's value that begins with a path: the reason behind it is out of sight where the path is long. */
const PATH_FIRST = /\bvalue: `\$\{(?:\w+\.)*(?:file|path|folder|directory|out|target|place)\}(?::| )/;

describe('refusals', () => {
  it('state their reason before the path it belongs to (reasonAt of src/instances/fault.ts)', () => {
    const wrong = filesBelow('src', '.ts').filter((file) => PATH_FIRST.test(textOf(file)));
    expect(wrong).toEqual([]);
  });

  it('are recognised where they do not', () => {
    expect(PATH_FIRST.test('return { path, value: `${file}: no study`, allowed };')).toBe(true);
    expect(PATH_FIRST.test('return { path, value: reasonAt("no study", file), allowed };')).toBe(false);
  });
});
