import fc from 'fast-check';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { UtilityInstance } from '../../../../../models/families/utility/instance.js';
import { csvTasks } from '../../../../../src/families/utility/instances/arrivals/csv.js';
import { bundledUtilityInstances } from '../../../../support/bundled.js';
import { loadUtilityInstance } from '../../../../../src/families/utility/instances/load.js';
import { typesOf } from '../../../../../src/families/utility/instances/model.js';
import { fuzzCount } from '../../../../support/fuzz.js';
import { lastingDirectory } from '../../../../support/small-instance.js';

const folder = lastingDirectory();

function named(name: string): UtilityInstance {
  return bundledUtilityInstances().find(({ instance }) => instance.name === name)!.instance;
}

function read(text: string, name = 'preemptive-64') {
  const instance = named(name);
  return csvTasks(text, instance, typesOf(instance));
}

describe('tasks from a CSV file', () => {
  it('are those of the same table', () => {
    const table = named('tiny-preemptive-burst');
    if (table.arrivals.source !== 'table') throw new Error('other arrivals');
    const lines = table.arrivals.tasks.map(({ name, taskType, arrivalS, startingUtility }) =>
      [name, taskType, arrivalS, startingUtility].join(','),
    );
    writeFileSync(
      join(folder, 'tasks.csv'),
      `\uFEFFtask,taskType,arrivalS,startingUtility\r\n${lines.join('\r\n')}\r\n`,
    );
    writeFileSync(join(folder, 'table.json'), JSON.stringify(table));
    writeFileSync(
      join(folder, 'csv.json'),
      JSON.stringify({ ...table, arrivals: { source: 'csv', file: 'tasks.csv' } }),
    );
    const [one, other] = ['table.json', 'csv.json'].map((name) => loadUtilityInstance(join(folder, name)));
    if (!one?.ok || !other?.ok) throw new Error(JSON.stringify([one, other]));
    const unnamed = (model: typeof one.model) => ({ ...model, tasks: { ...model!.tasks, name: null } });
    expect(unnamed(other.model)).toEqual(unnamed(one.model));
    expect(other.model!.tasks.name(4)).toBe('worthy');
    expect(other.sha256).not.toBe(one.sha256);
    writeFileSync(join(folder, 'tasks.csv'), `task,taskType,arrivalS\nonly,short,1\n`);
    const changed = loadUtilityInstance(join(folder, 'csv.json'));
    expect(changed.ok && changed.sha256).not.toBe(other.sha256);
  });

  it('keep what their cells say, in any order of columns, quoted or not', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.record({
            gapS: fc.integer({ min: 0, max: 100 }),
            urgency: fc.option(fc.double({ min: 0, max: 5, noNaN: true })),
            may: fc.option(fc.boolean()),
          }),
          { minLength: 1, maxLength: 30 },
        ),
        fc.boolean(),
        (rows, isQuoted) => {
          let atS = 0;
          const quote = (text: string): string => (isQuoted ? `"${text}"` : text);
          const lines = rows.map(({ gapS, urgency, may }, n) =>
            [urgency ?? '', quote(`t ${n}`), may ?? '', (atS += gapS), 'other-7'].join(','),
          );
          const found = read(['urgency,task,mayPreempt,arrivalS,taskType', ...lines].join('\n'));
          if (!found.ok) throw new Error(JSON.stringify(found.faults));
          const { tasks } = found;
          let expectedS = 0;
          for (const [n, { gapS, urgency, may }] of rows.entries()) {
            expect(tasks.arrivalS[n]).toBe((expectedS += gapS));
            expect(tasks.urgency![n]).toBe(urgency ?? NaN);
            expect(tasks.mayPreempt![n]).toBe(may === null ? -1 : Number(may));
            expect([tasks.name(n), tasks.place(n, 'cores')]).toEqual([`t ${n}`, `line ${n + 2}, column cores`]);
          }
        },
      ),
      { seed: 55, numRuns: fuzzCount(100) },
    );
  });

  it('whatever text there is, it is read or refused in words', () => {
    fc.assert(
      fc.property(
        fc.string({
          maxLength: 300,
          unit: fc.constantFrom(
            '"',
            ',',
            '\n',
            '\r',
            't',
            '1',
            'e',
            '-',
            'task',
            'taskType',
            'arrivalS',
            ' ',
            '\u2028',
          ),
        }),
        (text) => {
          const found = read(text);
          if (!found.ok)
            for (const { allowed, remedy } of found.faults)
              expect([allowed, remedy].every((one) => /\w/.test(one))).toBe(true);
        },
      ),
      { seed: 89, numRuns: fuzzCount(300) },
    );
  });

  it('three hundred thousand lines keep their numbers where the text is read in portions', () => {
    const lines = Array.from({ length: 300_000 }, (_, n) => `t${n},critical-${1 + (n % 20)},${n / 10}`);
    lines[299_999] = 't299999,critical-21,29999.9';
    const found = read(`task,taskType,arrivalS\n${lines.join('\n')}\n`);
    expect(found.ok ? [] : found.faults.map(({ path, value }) => [path, value])).toEqual([
      ['line 300001, column taskType', 'critical-21'],
    ]);
  });
});
