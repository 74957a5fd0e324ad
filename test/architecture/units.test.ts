import { describe, expect, it } from 'vitest';
import { filesBelow, textOf } from './source-files.js';

/** The module that says how many of one unit are in another. */
const UNITS = 'models/units.ts';
/** Units as multiples of each other by name: the table that converts what people write. */
const TABLE = 'src/instances/units.ts';
/** A constant named after a conversion, or numbers that are nothing else in a product. */
const COPIES = [
  /const (?:(?:S|MS|MIN|J|JOULES|W|G)_PER_(?:MIN|MINUTE|H|HOUR|DAY|KWH|MJ|KW|T) = \d|(?:HOUR|DAY)_M?S = [38])/,
  /[*/] (?:3_?600|86_?400|3\.6e6|3_600_000|86_400_000)\b(?!.*\*\/)/,
];

describe('units', () => {
  it('are converted by the constants of one module', () => {
    const files = [...filesBelow('models', '.ts'), ...filesBelow('src', '.ts')].filter(
      (file) => file !== UNITS && file !== TABLE,
    );
    const copies = files.flatMap((file) =>
      textOf(file)
        .split('\n')
        .filter((line) => COPIES.some((copy) => copy.test(line)))
        .map((line) => `${file}: ${line.trim()}`),
    );
    expect(copies).toEqual([]);
  });
});
