import { describe, expect, it } from 'vitest';
import { Faults, MAX_LISTED } from '../../../src/check/faults.js';

const COUNT = 3 * MAX_LISTED;
const passed = (value: number) => ({ unit: 'C', value, limit: 20 });

describe('faults of a schedule', () => {
  it('of one kind are listed up to a number, the worst of them, and the others are counted', () => {
    const faults = new Faults();
    // 37 shares no divisor with the number: every excess from 0 to COUNT - 1 once, in no order.
    for (let n = 0; n < COUNT; n++) faults.add('redLine', () => `zone ${n}`, passed(21 + ((37 * n) % COUNT)));
    const found = faults.violations();
    const measured = found.filter(({ unit }) => unit === 'C').map(({ amount }) => amount);
    expect(measured.toSorted((a, b) => b - a)).toEqual(Array.from({ length: MAX_LISTED }, (_, n) => COUNT - n));
    expect(found.at(-1)).toMatchObject({
      where: `and ${COUNT - MAX_LISTED} more`,
      unit: 'count',
      amount: COUNT - MAX_LISTED,
    });
  });

  it('without an amount stay in the order found, the first of them', () => {
    const faults = new Faults();
    for (let n = 0; n < COUNT; n++) faults.add('taskMissing', () => `task ${n}`);
    expect(faults.violations().map(({ where }) => where)).toEqual([
      ...Array.from({ length: MAX_LISTED }, (_, n) => `task ${n}`),
      `and ${COUNT - MAX_LISTED} more`,
    ]);
  });

  it('that are not listed are not put into words', () => {
    const faults = new Faults();
    let said = 0;
    for (let n = 0; n < COUNT; n++) faults.add('redLine', () => `${said++}`, passed(21));
    expect(said).toBe(MAX_LISTED);
  });

  it('with a value that is no number are told as faults, and give way to none', () => {
    const faults = new Faults();
    faults.add('redLine', () => 'unknown', passed(NaN));
    for (let n = 0; n < COUNT; n++) faults.add('redLine', () => `zone ${n}`, passed(21 + n));
    expect(faults.violations()[0]).toMatchObject({ where: 'unknown', unit: 'count' });
  });
});
