import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  aligned,
  inUnit,
  celsius,
  count,
  countOf,
  fixed,
  gapPercent,
  watts,
  oneLine,
  plain,
  shorten,
  significant,
  stated,
} from '../../../src/reports/format.js';
import { fuzzCount } from '../../support/fuzz.js';

describe('significant', () => {
  it('keeps a number to the digits asked for', () => {
    fc.assert(
      fc.property(
        fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e20, max: 1e20 }),
        fc.integer({ min: 2, max: 9 }),
        (value, digits) => {
          const back = Number(significant(value, digits));
          expect(Math.abs(back - value)).toBeLessThanOrEqual(0.5000001 * 10 ** (1 - digits) * Math.abs(value));
        },
      ),
      { seed: 11, numRuns: fuzzCount(100) },
    );
  });

  it('writes no exponent where a reader expects plain digits', () => {
    expect(significant(0.000123456, 3)).toBe('0.000123');
    expect(significant(1234567, 3)).toBe('1234567');
    expect(significant(9.9996, 4)).toBe('10.00');
    expect(significant(-0, 4)).toBe('0');
    expect(significant(1.234e-12, 3)).toBe('1.23e-12');
  });
});

describe('a count', () => {
  it('has its noun and its verb in the right number', () => {
    expect([0, 1, 2].map((n) => countOf(n, 'more limit'))).toEqual(['0 more limits', '1 more limit', '2 more limits']);
    const verbs = ['was', 'were'] as const;
    expect([0, 1, 2].map((n) => countOf(n, 'epoch', verbs))).toEqual(['0 epochs were', '1 epoch was', '2 epochs were']);
  });
});

describe('a value that an instance states', () => {
  it('has no digits that nobody wrote, in the unit in which it is near 1', () => {
    const shown = (value: number, unit: string): string => plain(stated(inUnit(value, unit)));
    expect([shown(190_000, 'W'), shown(45, 'W'), shown(190_500, 'W')]).toEqual(['190 kW', '45 W', '190.5 kW']);
    expect([shown(30_000, 'J'), shown(12e9, 'J')]).toEqual(['30 kJ', '12000 MJ']);
    expect([60, 1200, 10_800].map((s) => shown(s, 's of a period'))).toEqual(['1 min', '20 min', '3 h']);
  });
});

describe('fixed', () => {
  it('never writes minus zero', () => {
    expect(fixed(-0.0004, 3)).toBe('0.000');
    expect(fixed(-0, 0)).toBe('0');
    expect(fixed(-0.0006, 3)).toBe('-0.001');
  });
});

describe('quantities', () => {
  it('are null, never NaN or Infinity, where there is no number', () => {
    for (const none of [null, undefined, NaN, Infinity]) {
      expect(watts(none)).toBeNull();
      expect(inUnit(none, 'kg')).toBeNull();
      expect(inUnit(none, 'W')).toBeNull();
    }
    expect(plain(null)).toBe('none');
    expect(plain(null, 'there is no bound')).toBe('none, because there is no bound');
  });

  it('carry the right unit and scale', () => {
    expect(plain(watts(189_998.4))).toBe('190.0 kW');
    expect(plain(celsius(24.9996))).toBe('25.00 °C');
    expect(plain(count(1080))).toBe('1080');
    expect(plain(inUnit(1500, 'W'))).toBe('1.500 kW');
    expect(plain(inUnit(25, 'C'))).toBe('25.00 °C');
    expect(plain(inUnit(0.5, 'fraction'))).toBe('0.5000');
    expect(plain(inUnit(0.002, 'W'))).toBe('0.002000 W');
    expect(plain(inUnit(2500, 'W'))).toBe('2.500 kW');
  });

  it('show a gap below a hundredth of a per cent as no more than that, and one of rounding as none', () => {
    expect(plain(gapPercent(1e-6))).toBe('< 0.01 %');
    expect(plain(gapPercent(1e-4))).toBe('0.01 %');
    expect(plain(gapPercent(0.01234))).toBe('1.23 %');
    expect(plain(gapPercent(1.1e-16))).toBe('0 %');
    expect(plain(gapPercent(0.99999))).toBe('> 99.99 %');
    expect(plain(gapPercent(0.9999))).toBe('99.99 %');
    expect(plain(gapPercent(1))).toBe('100.00 %');
    expect(plain(gapPercent(3))).toBe('300.0 %');
  });

  it.each([
    [15.114, 'reward/s', '15.11 reward/s'],
    [0.001, 'reward/s', '3.600 reward/h'],
    [0.00001, 'tasks/s', '0.8640 tasks/day'],
    [0.5, 'tasks/s', '0.5000 tasks/s'],
    [0.02, 'USD/h', '0.4800 USD/day'],
    [312.5, 'W', '312.5 W'],
    [12_345_678, 'W', '12.35 MW'],
    [1234.5, 'kWh', '1235 kWh'],
    [2e4, 'kWh', '20.00 MWh'],
  ])('%d %s stands in the unit in which it is near 1: %s', (value, unit, text) => {
    expect(plain(inUnit(value, unit))).toBe(text);
  });

  it('stand in the unit of what is beside them, and money in its currency', () => {
    expect(plain(inUnit(0.001, 'reward/s', { beside: 15 }))).toBe('0.001000 reward/s');
    expect(plain(inUnit(30, 'USD/h', { currency: 'EUR' }))).toBe('30.00 EUR/h');
    expect(plain(inUnit(123_456.7, 'USD', { currency: 'CHF' }))).toBe('123457 CHF');
  });
});

describe('aligned', () => {
  it('gives a column one number of decimals and shows no positive value as zero', () => {
    const write = aligned([3.72, 0.6, 1e-6, null]);
    expect(write(3.72)?.digits).toBe('3.720');
    expect(write(0.6)?.digits).toBe('0.600');
    expect(write(1e-6)?.digits).toBe('0.0000010');
    expect(write(0)?.digits).toBe('0.000');
    expect(write(null)).toBeNull();
  });
});

describe('names', () => {
  it('cannot move a terminal cursor, break a line or reorder text', () => {
    expect(oneLine('a\u001b[31m\u0007b\n\tc\u202ed')).toBe('a?[31m?b c?d');
  });

  it('are cut between characters, not inside one', () => {
    expect(shorten('😀😀😀', 2)).toBe('😀…');
    expect(shorten('short', 5)).toBe('short');
  });
});
