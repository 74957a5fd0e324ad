import { Command, Option } from 'commander';
import { describe, expect, it } from 'vitest';
import { readerOf } from '../../../src/cli/declared-options.js';
import { OptionError, refuseUnclearValues } from '../../../src/cli/options.js';

const seed = readerOf('--seed', { is: 'whole', least: 0 });
const time = readerOf('--time', { is: 'number', least: 0 });

const faultOf = (act: () => unknown): unknown => {
  try {
    act();
  } catch (error) {
    if (error instanceof OptionError) return error.fault;
    throw error;
  }
  return null;
};

describe('numbers behind options', () => {
  it.each(['0x10', '', ' ', '1_000', 'Infinity', '0b1', '1.5'])('whole ones are decimal: "%s" is refused', (text) => {
    expect(faultOf(() => seed(text))).toMatchObject({ path: '--seed', value: text });
  });

  it.each(['0x1p3', '-1', 'Infinity', 'NaN'])('others are decimal and in range: "%s" is refused', (text) => {
    expect(faultOf(() => time(text))).toMatchObject({ path: '--time', value: text });
  });

  it('are read as they stand', () => {
    expect([seed('16'), seed('1e3'), time('2.5e-1')]).toEqual([16, 1000, 0.25]);
  });
});

describe('an option given twice', () => {
  const parsed = (words: readonly string[]): unknown => {
    const command = new Command().option('--seed <n>', '', seed, 1).option('--json');
    command.addOption(new Option('--only <name...>'));
    command.option('--over <axis>', '', (text: string, before: readonly string[]) => [...before, text], []);
    refuseUnclearValues(command);
    return command.exitOverride().parse(words, { from: 'user' }).opts();
  };

  it('is refused by name, as only one value can be meant', () => {
    expect(faultOf(() => parsed(['--seed', '3', '--seed', '9']))).toMatchObject({
      path: '--seed',
      value: '9',
      allowed: 'one value',
      remedy: 'The option is given twice: leave one out.',
    });
  });

  it('is not refused where it takes several values, or none', () => {
    expect(parsed(['--only', 'a', '--only', 'b', '--json', '--json'])).toMatchObject({ only: ['a', 'b'], json: true });
    expect(parsed(['--over', 'a=1', '--over', 'b=2'])).toMatchObject({ over: ['a=1', 'b=2'] });
  });
});
