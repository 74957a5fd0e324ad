import { expect, it } from 'vitest';
import * as library from '../../src/library/index.js';
import { textOf } from '../architecture/source-files.js';

it('docs/library.md names every verb', () => {
  const page = textOf('docs/library.md');
  expect(Object.keys(library).filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});
