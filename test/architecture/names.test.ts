import { describe, expect, it } from 'vitest';
import { filesBelow, textOf } from './source-files.js';

/** Names that docs/style.md replaces. Put together from parts, so that this file is not found itself. */
const REPLACED = new RegExp(`\\b(?:${['MO' + 'ST', 'LEA' + 'ST'].join('|')})_[A-Z0-9_]+\\b`, 'g');

describe('names', () => {
  it('greatest and least allowed values are called MAX_ and MIN_', () => {
    const files = ['src', 'models', 'bench', 'test'].flatMap((room) => filesBelow(room, '.ts'));
    const found = files.flatMap((file) => [...textOf(file).matchAll(REPLACED)].map(([name]) => `${file}: ${name}`));
    expect(found).toEqual([]);
    expect(files.length).toBeGreaterThan(1000);
  });
});
