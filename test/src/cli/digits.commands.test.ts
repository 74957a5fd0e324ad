import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FAMILIES } from '../../../src/families/registry.js';
import { answering } from '../../../src/workbench/find-family.js';
import { plenum } from '../../support/run-cli.js';
import { tinyInstances } from '../../support/small-requests.js';
import { lastingDirectory } from '../../support/small-instance.js';

/** Significant digits of a number that people read. */
const MAX_DIGITS = 4;
/** Significant digits of a limit in an explanation: users copy it into the instance, or hold it against one that hardly differs. */
const MAX_LIMIT_DIGITS = 6;

/** A decimal number that is no part of a name or a path, and the word behind it. */
const DECIMAL = /(?<![\w./-])\d+\.\d+(?:e[-+]?\d+)?(?!\.?[\w/])(?: (?<unit>[^\s,;:()]+))?/g;

const folder = lastingDirectory();

/** Returns the number of significant digits of a decimal number, leading zeros left out. */
function digitsOf(number: string): number {
  return number.replace(/e.*$/, '').replace('.', '').replace(/^0+/, '').length;
}

/** Returns the numbers of a text that have more digits than people are shown. */
function longIn(text: string, verb: string, family?: string): readonly string[] {
  return [...text.matchAll(DECIMAL)].flatMap(({ 0: shown, groups }) => {
    const number = shown.split(' ')[0]!;
    const isLimit = verb === 'explain' && ['W', 'kW', '°C'].includes(groups?.['unit']?.replace(/\.$/, '') ?? '');
    // A share has two decimals; what is missing to all of it is what counts.
    if (number === '100.00') return [];
    // So it is with probabilities, of which six decimals are shown.
    if (family === 'robust' && /^[01]\.\d{6}$/.test(number)) return [];
    return digitsOf(number) <= (isLimit ? MAX_LIMIT_DIGITS : MAX_DIGITS) ? [] : [shown];
  });
}

/** Instances of a family whose answers are read: the first of those that are checked by hand. */
const INSTANCES = 5;

/** Options without which an answer takes long. */
const WORDS: Readonly<Record<string, readonly string[]>> = { jobs: ['--profile-nodes', '1000'] };

/** Expects few digits in all that the program prints, and returns its exit code. */
async function expectFewDigits(words: readonly string[], family?: string): Promise<number> {
  const { code, stdout, stderr } = await plenum(...words);
  expect(stdout + stderr).not.toBe('');
  expect([words, longIn(stdout + stderr, words[0]!, family)]).toEqual([words, []]);
  return code;
}

it('finds what is too long, and neither names nor limits to copy', () => {
  const text =
    'a-1.23456 earns 1.23456 reward/s at 12.345 kW, 0.01234 W and 12345 W (100.00 %); 1.2345e-9. In /tmp/1.23456/x';
  expect(longIn(text, 'solve')).toEqual(['1.23456 reward/s', '12.345 kW', '1.2345e-9']);
  expect(longIn(text, 'explain')).toEqual(['1.23456 reward/s', '1.2345e-9']);
});

describe.each(FAMILIES.map(({ name }) => name))('texts for people about %s instances', (family) => {
  const verbs = (['check', 'bound', 'explain'] as const).filter((verb) =>
    answering(verb).some(({ name }) => name === family),
  );
  it.runIf(verbs.length > 0)('have at most four significant digits', async () => {
    for (const file of tinyInstances(family).slice(0, INSTANCES)) {
      const out = join(folder, family, file.split('/').at(-1)!);
      const own = WORDS[family] ?? [];
      const code = await expectFewDigits(['solve', file, '--out', out, '--work-limit', '50', ...own], family);
      const plan = code === 0 ? [[join(out, 'plan.json')]] : [];
      const asked = { check: plan, bound: [['--time-limit', '2', ...own]], explain: [[], ...plan] };
      for (const verb of verbs) {
        for (const more of asked[verb]) await expectFewDigits([verb, file, ...more], family);
      }
    }
  });
});

it('the list of instances has at most four significant digits', async () => {
  expect(await expectFewDigits(['list'])).toBe(0);
});
