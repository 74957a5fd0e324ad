import { describe, expect, it } from 'vitest';
import { filesBelow, textOf } from './source-files.js';

/** The module that says how many of one unit are in another. */
const UNITS = 'models/units.ts';
/** Units as multiples of each other by name: the table that converts what people write. */
const TABLE = 'src/instances/units.ts';
/** Units between which constants convert, as names of constants write them. */
const UNIT = '(?:US|MS|S|MIN(?:UTE)?S?|H|HOURS?|DAYS?|WEEK|J|JOULES|KJ|MJ|KWH|W|KW|MW|G|KG|T|M?HZ|GHZ|BYTES|[KMG]IB)';
/** A constant named after a conversion, or numbers that are nothing else in a product. */
const COPIES = [
  new RegExp(`const ${UNIT}_(?:PER|IN)_${UNIT}(?:: number)? = [\\d(]`),
  /const (?:HOUR|DAY)_M?S = [38]/,
  /[*/] (?:3_?600|86_?400|3\.6e6|3_600_000|86_400_000)\b(?!.*\*\/)/,
  // Powers of a thousand: W in kW, ms in s, bytes in MB, J in GJ.
  /[*/%] (?:1(?:_?000)+|1e[369])\b(?!\.)|(?<![\w.])(?:1(?:_?000)+|1e[369]) \*/,
];

/** Returns the lines of a module, without comments, that convert units by a number of their own. */
function copiesIn(text: string): readonly string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => !/^(?:\*|\/\/|\/\*\*)/.test(line) && COPIES.some((copy) => copy.test(line)));
}

describe('units', () => {
  it('are converted by the constants of one module', () => {
    const files = [...filesBelow('models', '.ts'), ...filesBelow('src', '.ts'), ...filesBelow('bench', '.ts')].filter(
      (file) => file !== UNITS && file !== TABLE,
    );
    const copies = files.flatMap((file) => copiesIn(textOf(file)).map((line) => `${file}: ${line}`));
    expect(copies).toEqual([]);
  });

  it.each([
    'const kW = powerW / 1000;',
    'const endMs = 1000 * endS;',
    'const kJ = joules / 1e3;',
    'const rest = utcMs % 1000;',
    'const slope = perW * 1_000;',
    'const text = `${bytes / 1e6} MB`;',
    'const HOURS_PER_WEEK = 168;',
    'export const MHZ_PER_GHZ = 1000;',
    'const BYTES_PER_MIB = 2 ** 20;',
    'const hours = seconds / 3600;',
  ])('%s is a conversion of its own', (line) => {
    expect(copiesIn(`/** Power, kW: W / 1000. */\n${line}`)).toEqual([line]);
  });

  it.each([
    'const kW = powerW / W_PER_KW;',
    'const MAX_RUNS = 1000;',
    'const BYTES_PER_POINT = 60;',
    'const far = value * 1000.5;',
    '// A kilowatt is 1000 * 1 W.',
  ])('%s is none', (line) => {
    expect(copiesIn(line)).toEqual([]);
  });
});
