import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { type LoadedArrivals, loadArrivals } from '../../../../../src/families/reward-rate/instances/arrivals.js';
import { csvRecords } from '../../../../../src/instances/csv-records.js';
import { smallInstance, TASK_TYPES, temporaryDirectory } from '../../../../support/small-instance.js';
import { fuzzCount } from '../../../../support/fuzz.js';

function load(name: string, text: string): LoadedArrivals {
  const file = join(temporaryDirectory(), name);
  writeFileSync(file, text);
  return loadArrivals(file, smallInstance());
}

describe('arrivals by epoch', () => {
  it('a wrong column is said once, not for every row', () => {
    const answer = load('day.csv', 'a,c,\n1,1,\n1,1,\n1,1,\n');
    expect(answer.ok ? [] : answer.faults.map(({ path }) => path)).toEqual([
      'line 1, c',
      'line 1, a column without a name',
      'line 1, b',
    ]);
  });

  it('the rates of a task type called epochS are refused: the column is that of lengths', () => {
    const [a, b] = TASK_TYPES;
    const file = join(temporaryDirectory(), 'day.csv');
    writeFileSync(file, 'a,epochS\n1,0.5\n');
    const answer = loadArrivals(file, smallInstance({ taskTypes: [a!, { ...b!, name: 'epochS' }] }));
    expect(answer.ok).toBe(false);
  });

  it('CSV and JSON of the same day are read alike', () => {
    const csv = load(
      'day.csv',
      '\uFEFFepoch,b,a,epochS,powerCapW,redLineC\r\n"night, first",0.5,1,1800,150,\r\n,0,0,,,35\n',
    );
    const json = load(
      'day.json',
      JSON.stringify({
        epochs: [
          { epoch: 'night, first', epochS: 1800, powerCapW: 150, arrivalRatePerS: { a: 1, b: 0.5 } },
          { arrivalRatePerS: { a: 0, b: 0 }, redLineC: 35 },
        ],
      }),
    );
    const epochs = [
      { name: 'night, first', epochS: 1800, arrivalRatePerS: [1, 0.5], powerCapW: 150 },
      { name: '1', epochS: 3600, arrivalRatePerS: [0, 0], redLineC: 35 },
    ];
    expect(csv).toMatchObject({ ok: true, epochs });
    expect(json).toMatchObject({ ok: true, epochs });
  });

  test.each([
    ['an empty file', 'day.csv', ''],
    ['two epochs of one name', 'day.csv', 'epoch,a,b\nnoon,1,1\nnoon,1,1\n'],
    ['a name that another epoch has for want of its own', 'day.csv', 'epoch,a,b\n,1,1\n0,1,1\n'],
    ['a header alone', 'day.csv', 'a,b\n'],
    ['a task type left out', 'day.csv', 'a\n1\n'],
    ['an unknown task type', 'day.csv', 'a,b,c\n1,1,1\n'],
    ['a negative rate', 'day.csv', 'a,b\n1,-1\n'],
    ['an empty rate', 'day.csv', 'a,b\n1,\n'],
    ['a word for a rate', 'day.csv', 'a,b\n1,many\n'],
    ['Infinity', 'day.csv', 'a,b\n1,Infinity\n'],
    ['a column twice', 'day.csv', 'a,b,a\n1,1,1\n'],
    ['a short row', 'day.csv', 'a,b\n1\n'],
    ['a stray quote', 'day.csv', 'a,b\n1,"2"3\n'],
    ['an epoch of no length', 'day.csv', 'a,b,epochS\n1,1,0\n'],
    ['a longer epoch than a year', 'day.csv', 'a,b,epochS\n1,1,1e300\n'],
    ['JSON that is none', 'day.json', '{'],
    ['JSON without epochs', 'day.json', '{}'],
    ['no epochs in JSON', 'day.json', '{"epochs":[]}'],
    ['an epoch that is no object', 'day.json', '{"epochs":[5]}'],
    ['a stray key', 'day.json', '{"epochs":[{"arrivalRatePerS":{"a":1,"b":1}}],"epochsS":5}'],
    ['an epoch without rates', 'day.json', '{"epochs":[{"a":1,"b":1}]}'],
    ['a rate as text', 'day.json', '{"epochs":[{"arrivalRatePerS":{"a":"1","b":1}}]}'],
  ])('%s is refused', (_, name, text) => {
    const answer = load(name, text);
    expect(answer.ok).toBe(false);
    if (!answer.ok) for (const fault of answer.faults) expect(fault.remedy).not.toBe('');
  });

  it('what belongs to an epoch is refused among its rates, and a rate beside them, each once', () => {
    const misplaced = [
      { arrivalRatePerS: { a: 1, b: 0.3, powerCapW: 130, epochS: 60 } },
      { arrivalRatePerS: { a: 1 }, b: 0.3 },
      { arrivalRatePerS: { a: 1, b: 0.3, c: 1 }, powerCap: 5 },
    ];
    const answer = load('day.json', JSON.stringify({ epochs: misplaced }));
    if (answer.ok) throw new Error('went through');
    expect(answer.faults.map(({ path }) => path)).toEqual([
      'epochs[0].arrivalRatePerS.powerCapW',
      'epochs[0].arrivalRatePerS.epochS',
      'epochs[1].b',
      'epochs[2].powerCap',
      'epochs[2].arrivalRatePerS.c',
    ]);
    expect(answer.faults[0]!.remedy).toContain('out of arrivalRatePerS');
    expect(answer.faults[2]!.remedy).toContain('into arrivalRatePerS');
    expect(answer.faults[3]!.remedy).toContain('powerCapW');
  });

  it('all problems are told, each with its place', () => {
    const answer = load('day.csv', 'a,b\n-1,1\n1,1\n1,x\n');
    if (answer.ok) throw new Error('went through');
    expect(answer.faults.map(({ path }) => path)).toEqual(['line 2, a', 'line 4, b']);
  });
});

it('every field written by the rules of CSV is read as itself', () => {
  const field = fc.string({ maxLength: 6 }).map((text) => text.replaceAll('\uFEFF', ''));
  const row = fc.array(field, { minLength: 2, maxLength: 4 }).filter((fields) => fields.some((one) => one !== ''));
  fc.assert(
    fc.property(fc.array(row, { minLength: 1, maxLength: 5 }), fc.constantFrom('\n', '\r\n'), (rows, end) => {
      const text = rows.map((one) => one.map((value) => `"${value.replaceAll('"', '""')}"`).join(',') + end).join('');
      const records = csvRecords(text);
      if ('fault' in records) throw new Error(records.fault);
      expect(records.map(({ fields }) => fields)).toEqual(rows);
    }),
    { seed: 114, numRuns: fuzzCount(300) },
  );
});
