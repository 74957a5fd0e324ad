import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fuzzCount } from '../../../support/fuzz.js';
import { type Design, trialsOf } from '../../../../src/experiments/design.js';
import type { Records, Value } from '../../../../src/experiments/record.js';
import { compactRecords, parseRecordsCsv, recordsCsv } from '../../../../src/reproduction/run/records-csv.js';

const design: Design = {
  name: 'fig reduced',
  version: 2,
  factors: [
    { name: 'room', levels: ['only'] },
    { name: 'demand', levels: ['0.5', '1,3'] },
    { name: 'method', levels: ['=a', 'b "c"'] },
  ],
  without: [{ demand: '0.5', method: '=a' }],
  trials: 3,
  seed: 7,
  settings: { steps: 4 },
};
const recordsWith = (value: (n: number) => Value): Records => ({
  design,
  records: trialsOf(design).map(({ cell, trial, seed }, n) => ({
    cell,
    trial,
    seed,
    values: { cost: value(n), outcome: 'no plan' },
  })),
});
const byKey = ({ records }: Records) => [...records].sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));

it('records of any values are read as they were written', () => {
  const simple = fc.oneof(
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.string(),
    fc.boolean(),
    fc.constant(null),
    fc.constantFrom('true', '1', '_', 'a*2', '%20', "'-1"),
  );
  const any = fc.array(fc.oneof(simple, fc.array(simple)), { minLength: 9, maxLength: 9 });
  fc.assert(
    fc.property(any, (values) => {
      const written = compactRecords(recordsWith((n) => values[n]!));
      const read = parseRecordsCsv(recordsCsv(written));
      expect(read.design).toEqual(design);
      expect(JSON.stringify(byKey(read))).toBe(JSON.stringify(byKey(written)));
    }),
    { seed: 47, numRuns: fuzzCount(1000) },
  );
});

it('a value that no trial of a cell has takes no line, except in the first cell, which names all values', () => {
  const text = recordsCsv(compactRecords(recordsWith((n) => (n % 3 === 2 ? n : null))));
  const costs = text.split('\r\n').filter((line) => line.includes(',cost,'));
  expect(costs.map((line) => line.slice(0, 5))).toHaveLength(2);
  const read = parseRecordsCsv(text).records.map(({ values }) => values['cost']);
  expect(read.sort()).toEqual([2, 5, 8, null, null, null, null, null, null]);
});

it('a row has what a reader asks: number of trials, mean, interval and every trial', () => {
  // By hand: 1, 2, 3 have the mean 2, the deviation 1 and t = 4.3027 with two degrees of freedom: 2 -+ 2.4841.
  const text = recordsCsv(
    compactRecords(
      recordsWith((n) => 1 + Math.floor(n / 3)),
      (name) => name === 'cost',
    ),
  );
  const [head, names, ...rows] = text.trimEnd().split('\r\n');
  expect(head).toMatch(/^# plenum\.trials 1 sha256 [0-9a-f]{64} \{"name":"fig reduced",/);
  expect(names).toBe('demand,method,value,trials,mean,low,high,by trial');
  expect(rows).toEqual([
    '0.5,"b ""c""",cost,3,2,-0.484138,4.48414,1 2 3',
    '"1,3",\'=a,cost,3,2,-0.484138,4.48414,1 2 3',
    '"1,3","b ""c""",cost,3,2,-0.484138,4.48414,1 2 3',
  ]);
  const none = recordsCsv(
    compactRecords(
      recordsWith(() => null),
      (name) => name === 'cost',
    ),
  );
  expect(none).toContain(',cost,0,,,,_*3\r\n');
});

it('numbers keep six digits', () => {
  expect(compactRecords(recordsWith(() => [1234567.8, -0.000123456789])).records[0]!.values['cost']).toEqual([
    1234570, -0.000123457,
  ]);
});

it('a changed, cut or foreign text is refused', () => {
  const text = recordsCsv(compactRecords(recordsWith((n) => n)));
  for (const broken of [
    text.replace('no%20plan', 'no%20plans'),
    text.slice(0, -9),
    text.replace('"version":2', '"version":3'),
    '',
    'a,b\r\n',
  ]) {
    expect(() => parseRecordsCsv(broken)).toThrow(RangeError);
  }
});
