import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import type { RobustInstance } from '../../../../../models/families/robust/instance.js';
import { loadRobustInstance } from '../../../../../src/families/robust/instances/load.js';
import { ROBUST_NODE_TYPES, ROBUST_TASK_TYPES, tinyRobust } from '../../../../support/robust.js';
import { temporaryDirectory } from '../../../../support/small-instance.js';
import { fuzzCount } from '../../../../support/fuzz.js';

/** A node "fast" of type F with a column of its own or not, and two nodes of type S. */
const INSTANCE: RobustInstance = {
  ...tinyRobust().instance,
  facility: {
    nodeTypes: ROBUST_NODE_TYPES,
    nodes: [
      { name: 'fast', nodeType: 'F' },
      { name: 'slow', nodeType: 'S', count: 2 },
    ],
  },
  workload: { taskTypes: ROBUST_TASK_TYPES, tasks: { source: 'csv', file: 'tasks.csv' } },
};

function load(csv: string): ReturnType<typeof loadRobustInstance> {
  const directory = temporaryDirectory();
  mkdirSync(join(directory, 'sub'));
  writeFileSync(join(directory, 'sub', 'instance.json'), JSON.stringify(INSTANCE));
  writeFileSync(join(directory, 'sub', 'tasks.csv'), csv);
  return loadRobustInstance(join(directory, 'sub', 'instance.json'));
}

function pathsOf(answer: ReturnType<typeof loadRobustInstance>): string[] {
  return answer.ok ? [] : answer.faults.map(({ path }) => path);
}

const HEADER = 'task,taskType,mean:fast,variance:fast,mean:S,variance:S';

describe('tasks from CSV', () => {
  it('columns go to the nodes they name, in any order of the header; an empty pair cannot run there', () => {
    const answer = load(
      '\uFEFFvariance:S,task,mean:slow-2,mean:S,taskType,variance:slow-2,mean:F,variance:F\r\n' +
        '900,"t, 1",170,180,compute,800,100,400\r\n,t2,,,memory,, 60 ,0\r\n',
    );
    if (!answer.ok) throw new Error(JSON.stringify(answer.faults));
    const { times } = answer;
    expect(times.columnNames).toEqual(['F', 'S', 'slow-2']);
    expect([...times.columnOfNode]).toEqual([0, 1, 2]);
    expect([...times.meanS]).toEqual([100, 180, 170, 60, Infinity, Infinity]);
    expect([...times.varianceS2]).toEqual([400, 900, 800, 0, 0, 0]);
    expect([...times.taskType]).toEqual([0, 1]);
    expect([0, 1].map(times.taskName)).toEqual(['t, 1', 't2']);
  });

  it('a node whose own column is empty throughout does not fall back to the column of its type', () => {
    const answer = load(
      'task,taskType,mean:F,variance:F,mean:fast,variance:fast,mean:S,variance:S\na,compute,1,1,,,2,1\n',
    );
    if (!answer.ok) throw new Error(JSON.stringify(answer.faults));
    expect(answer.times.meanS[answer.times.columnOfNode[0]!]).toBe(Infinity);
    expect(answer.warnings.join()).toContain('"fast"');
  });

  it('another file of times is another instance: the hash covers both', () => {
    const [a, b] = ['a,compute,10,4,20,9', 'a,compute,10,4,20,8'].map((row) => load(`${HEADER}\n${row}\n`));
    expect(a!.ok && b!.ok && a!.sha256 !== b!.sha256).toBe(true);
  });

  it('a coefficient of variation stands for the variances of its row, and only of its row', () => {
    const header = 'task,taskType,coefficientOfVariation,mean:fast,variance:fast,mean:S';
    const answer = load(`${header}\na,compute,0.2,100,,180\nb,memory,,60,49,\nc,memory,0,,,50\n`);
    if (!answer.ok) throw new Error(JSON.stringify(answer.faults));
    const { times } = answer;
    expect([...times.meanS]).toEqual([100, 180, 60, Infinity, Infinity, 50]);
    for (const [place, varianceS2] of [400, 1296, 49, 0, 0, 0].entries()) {
      expect(times.varianceS2[place]).toBeCloseTo(varianceS2, 9);
    }
  });

  it('says what a table of another country needs', () => {
    const german = load('task;taskType;mean:S;variance:S\na;compute;1,5;2\n');
    expect(german.ok ? [] : german.faults.map(({ remedy }) => remedy)).toEqual([expect.stringContaining('commas')]);
    const comma = load(`${HEADER}\na,compute,"1,5",1,1,1\n`);
    expect(comma.ok ? '' : comma.faults[0]!.remedy).toContain('decimal point');
  });

  it('tells the first hundred problems and how many are left', () => {
    const answer = load(`${HEADER}\n${Array.from({ length: 130 }, (_, t) => `t${t},cpu,1,1,1,1\n`).join('')}`);
    const values = answer.ok ? [] : answer.faults.map(({ value }) => value);
    expect([values.length, values[99], values[100]]).toEqual([101, 'cpu', '30 more faults']);
  });

  test.each([
    ['an empty file', '', ['']],
    ['a header alone', `${HEADER}\n`, ['']],
    ['a quote inside a field', `${HEADER}\na,com"pute,1,1,1,1\n`, ['line 2']],
    ['a row too short', `${HEADER}\na,compute,1,1,1\n`, ['line 2']],
    ['no column of task types', 'task,mean:S,variance:S\na,1,1\n', ['line 1']],
    ['no columns of times', 'task,taskType\na,compute\n', ['line 1']],
    ['a mean without variance', 'task,taskType,mean:S\na,compute,1\n', ['line 1, column 3 (mean:S)']],
    ['a variance without mean', 'task,taskType,variance:S\na,compute,1\n', ['line 1, column 3 (variance:S)']],
    ['a column twice', `${HEADER},mean:S\na,compute,1,1,1,1,1\n`, ['line 1, column 7 (mean:S)']],
    [
      'an unknown node',
      'task,taskType,mean:slow,variance:slow\na,compute,1,1\n',
      ['line 1, column 3 (mean:slow)', 'line 1, column 4 (variance:slow)'],
    ],
    ['a column of another kind', `${HEADER},sd:S\na,compute,1,1,1,1,1\n`, ['line 1, column 7 (sd:S)']],
    [
      'a row that does not say how far times vary',
      'task,taskType,coefficientOfVariation,mean:S,mean:fast\na,compute,,1,1\n',
      ['line 2, column 3 (coefficientOfVariation)'],
    ],
    [
      'a row that says it twice',
      'task,taskType,coefficientOfVariation,mean:S,variance:S\na,compute,0.1,1,1\n',
      ['line 2, column 5 (variance:S)'],
    ],
    [
      'a coefficient below 0',
      'task,taskType,coefficientOfVariation,mean:S\na,compute,-0.1,1\n',
      ['line 2, column 3 (coefficientOfVariation)'],
    ],
    ['half a pair', `${HEADER}\na,compute,1,,1,1\n`, ['line 2, column 4 (variance:fast)']],
    ['a task that fits no node', `${HEADER}\na,compute,,,,\n`, ['line 2']],
    ['a task twice', `${HEADER}\na,compute,1,1,1,1\n\na,compute,1,1,1,1\n`, ['line 4, column 1 (task)']],
    ['a task without a name', `${HEADER}\n,compute,1,1,1,1\n`, ['line 2, column 1 (task)']],
    ['an unknown task type', `${HEADER}\na,cpu,1,1,1,1\n`, ['line 2, column 2 (taskType)']],
    [
      'faults in several rows',
      `${HEADER}\na,compute,0,1,1,1\nb,compute,1,-1,1,0x10\nc,compute,1e13,1,one,1\n`,
      [
        'line 2, column 3 (mean:fast)',
        'line 3, column 4 (variance:fast)',
        'line 3, column 6 (variance:S)',
        'line 4, column 3 (mean:fast)',
        'line 4, column 5 (mean:S)',
      ],
    ],
  ])('%s is refused where it is', (_, csv, paths) => {
    const answer = load(csv);
    expect(pathsOf(answer)).toEqual(paths);
    for (const { file, allowed, remedy } of answer.ok ? [] : answer.faults) {
      expect(file).toMatch(/sub\/tasks\.csv$/);
      expect(allowed).toMatch(/\w/);
      expect(remedy).toMatch(/\w.*[.]$/);
    }
  });

  it('says which line has the name already', () => {
    const answer = load(`${HEADER}\na,compute,1,1,1,1\na,compute,1,1,1,1\n`);
    expect(answer.ok ? '' : answer.faults[0]!.remedy).toContain('line 2');
  });

  it('loses no digit of any time', () => {
    // Up to 999 times the mean, squared: more is refused.
    const time = fc
      .tuple(fc.double({ min: 1e-9, max: 1e6, noNaN: true }), fc.double({ min: 0, max: 999, noNaN: true }))
      .map(([meanS, spread]): [number, number] => [meanS, (spread * meanS) ** 2]);
    const pair = fc.option(time, { nil: null });
    fc.assert(
      fc.property(fc.array(fc.tuple(pair, time), { minLength: 1, maxLength: 8 }), (rows) => {
        const cells = (of: readonly [number, number] | null): string => (of === null ? ',' : `${of[0]},${of[1]}`);
        const body = rows.map(([fast, slow], t) => `t${t},memory,${cells(fast)},${cells(slow)}`);
        const answer = load(`${HEADER}\n${body.join('\n')}\n`);
        if (!answer.ok) throw new Error(JSON.stringify(answer.faults));
        expect([...answer.times.meanS]).toEqual(rows.flatMap(([fast, slow]) => [fast?.[0] ?? Infinity, slow[0]]));
        expect([...answer.times.varianceS2]).toEqual(rows.flatMap(([fast, slow]) => [fast?.[1] ?? 0, slow[1]]));
      }),
      { seed: 159, numRuns: fuzzCount(40) },
    );
  });
});
