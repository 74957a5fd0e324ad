import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { parseValues } from '../../../../src/studies/sweep/axes.js';
import { MAX_VALUES } from '../../../../src/instances/written-values.js';
import { fuzzCount } from '../../../support/fuzz.js';

/** Unit of fields in watts. */
const WATTS = { of: 'W', per: null };

describe('values of --over', () => {
  test.each([
    ['200000:300000:25000', [200000, 225000, 250000, 275000, 300000], false],
    ['30:26:-2', [30, 28, 26], false],
    ['0.1:0.5:0.1', [0.1, 0.2, 0.3, 0.4, 0.5], false],
    ['1:2:0.4', [1, 1.4, 1.8], false],
    ['5:5:1', [5], false],
    ['-10:10:10', [-10, 0, 10], false],
    ['26, 28,30', [26, 28, 30], false],
    ['7', [7], false],
    ['1e5', [100000], false],
    ['x0.5:x1.5:x0.5', [0.5, 1, 1.5], true],
    ['x0.5:x1.5:0.5', [0.5, 1, 1.5], true],
    ['x0.5,x2', [0.5, 2], true],
  ])('%s is read as what it says', (text, values, factors) => {
    expect(parseValues(text)).toEqual({ values, factors });
  });

  test.each([
    '',
    ' ',
    ',',
    '1,',
    ',1',
    '1,,2',
    ':',
    '1:2',
    '1:2:3:4',
    '1:2:0',
    '1:2:-1',
    '2:1:1',
    '1:2:x1',
    'x1:2:1',
    '1,x2',
    'x',
    'xx1',
    '1x',
    'NaN',
    'Infinity',
    '1e999',
    '0x10',
    '1_000',
    '1;2',
    'abc',
    '1,1',
    'x1,x1.0',
    '0:1:1e-9',
    '1:1000000:0.5',
  ])('"%s" is refused', (text) => {
    expect(parseValues(text)).toHaveProperty('fault');
  });

  test.each([
    ['100kW', [100_000]],
    ['100kW:200kW:50kW', [100_000, 150_000, 200_000]],
    ['0.9MW,1.2MW', [900_000, 1_200_000]],
    ['800kW, 1MW,250000 W', [800_000, 1_000_000, 250_000]],
    ['1.005kW', [1005]],
    ['1.1e2kW', [110_000]],
    ['100000', [100_000]],
    ['0.2GW', [200_000_000]],
  ])('watts written as %s are read as that number', (text, values) => {
    expect(parseValues(text, WATTS)).toEqual({ values, factors: false });
  });

  test.each([
    ['100kC', 'W, kW, MW'],
    ['100mW', 'W, kW, MW'],
    ['100KW', 'W, kW, MW'],
    ['100kWh', 'W, kW, MW'],
    ['1e999kW', 'no number'],
    ['kW', 'no number'],
    ['x1.5kW', 'factor'],
    ['100,200kW', 'some values name their unit'],
    ['100kW:200kW:25', 'some values name their unit'],
    ['1kW,1000W', 'comes twice'],
  ])('"%s" is refused as watts', (text, fault) => {
    expect(parseValues(text, WATTS)).toHaveProperty('fault', expect.stringContaining(fault));
  });

  it('a unit is refused for fields without one', () => {
    expect(parseValues('30kW')).toHaveProperty('fault', expect.stringContaining('no number'));
  });

  it('every range has its end, passes nothing beyond it, and leaves out no step', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -5000, max: 5000 }),
        fc.integer({ min: 1, max: 400 }),
        fc.integer({ min: 0, max: 300 }),
        fc.constantFrom(1, 10, 1000, 8),
        (first, step, steps, divisor) => {
          const end = first + step * steps;
          const read = parseValues(`${first / divisor}:${end / divisor}:${step / divisor}`);
          if ('fault' in read) throw new Error(read.fault);
          expect(read.values).toHaveLength(steps + 1);
          read.values.forEach((value, n) => {
            expect(Math.abs(value - (first + n * step) / divisor)).toBeLessThan(1e-9);
          });
        },
      ),
      { seed: 90, numRuns: fuzzCount(200) },
    );
  });

  it('any text is refused or gives at most the allowed number of values', () => {
    const text = fc.oneof(fc.string(), fc.stringMatching(/^[x0-9.:,e+-]{0,16}$/));
    fc.assert(
      fc.property(text, (given) => {
        const read = parseValues(given);
        if ('fault' in read) return;
        expect(read.values.length).toBeGreaterThan(0);
        expect(read.values.length).toBeLessThanOrEqual(MAX_VALUES);
        expect(read.values.every(Number.isFinite)).toBe(true);
      }),
      { seed: 112, numRuns: fuzzCount(500) },
    );
  });
});
