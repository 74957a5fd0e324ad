import { mkdirSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { METHODS } from '../../../src/families/reward-rate/methods/registry.js';
import type { Fault, Refused } from '../../../src/library/index.js';
import { bound, generate, solve, validate } from '../../../src/library/index.js';
import { faultsOf } from '../../support/accepted.js';
import { plenum, plenumJson } from '../../support/run-cli.js';
import {
  mixedMatrix,
  smallInstance,
  temporaryDirectory,
  writeInstance,
  writeSmall,
  writeWith,
} from '../../support/small-instance.js';

/** Faults of a refused answer, each of them complete. */
function complete(answer: { readonly ok: boolean } | Refused): readonly Fault[] {
  const faults = faultsOf(answer);
  expect(faults.length).toBeGreaterThan(0);
  for (const fault of faults) {
    expect([fault.file, fault.allowed, fault.remedy]).not.toContain('');
    expect(fault).toHaveProperty('path');
    expect(fault).toHaveProperty('value');
  }
  return faults;
}

/** Refused by the program with exit code 2, in words and as one object; every fault complete; no stack trace. */
async function expectRefused(words: readonly string[]): Promise<readonly Fault[]> {
  const { code, json, stderr } = await plenumJson(...words);
  expect(code, `said ${stderr}`).toBe(2);
  expect(json).toMatchObject({ error: 'badInput' });
  expect(stderr).not.toMatch(/\n\s+at |Error:|mistake in the program/);
  return complete({ ok: false, faults: json['faults'] as readonly Fault[] });
}

const NODE_TYPE = 'facility.nodeTypes[0]';
const WRONG_VALUES: readonly (readonly [what: string, path: string, value: unknown, reported?: string])[] = [
  ['a negative cap', 'limits.powerCapW', -1],
  ['a cap that is no number', 'limits.powerCapW', 'NaN'],
  ['a number lost on the way', 'limits.redLineC', null],
  ['zero air flow of a node type', `${NODE_TYPE}.airFlowM3PerS`, 0],
  ['zero air flow of a CRAC', 'facility.cracs[0].airFlowM3PerS', 0],
  ['a negative reward', 'workload.taskTypes[0].rewardPerTask', -4],
  ['negative arrivals', 'workload.taskTypes[1].arrivalRatePerS', -0.1],
  ['negative idle power', `${NODE_TYPE}.idlePowerW`, -5],
  ['a power supply that gains power', `${NODE_TYPE}.psuEfficiency`, 1.2],
  ['an unknown task type', `${NODE_TYPE}.tasks[0].taskType`, 'z'],
  ['P-states out of order', `${NODE_TYPE}.pStateFrequenciesGHz`, [1, 2, 3], `${NODE_TYPE}.pStateFrequenciesGHz[1]`],
  ['too few times', `${NODE_TYPE}.tasks[0].timeS`, [8, 10]],
  ['a node type twice', 'facility.nodeTypes[1].name', 'E'],
  ['a task type twice', 'workload.taskTypes[1].name', 'a'],
  ['a newer format', 'formatVersion', 2],
  ['another format', 'format', 'something.else'],
  ['a deadline every P-state misses', 'workload.taskTypes[1].deadlineS', 4],
  ['set-points exchanged', 'facility.cracs[0].setPointMaxC', 5],
  [
    'a limit on an unknown rack',
    'limits.rackPowerLimits',
    [{ rack: 'R9', powerLimitW: 1 }],
    'limits.rackPowerLimits[0].rack',
  ],
];

describe('an instance with', () => {
  const cases = WRONG_VALUES.map(([what, path, value, reported = path]) => ({ what, path, value, reported }));
  test.each(cases)('$what is refused at its path, before anything is solved', async ({ path, value, reported }) => {
    const { file, out } = writeWith(path, value);
    const faults = complete(await solve(file, { out }));
    expect(faults.map((fault) => fault.path)).toContain(reported);
    expect(faults.every((fault) => fault.file === file)).toBe(true);
    expect(readdirSync(dirname(file)).sort()).toEqual(['instance.json', 'mixed.csv']);
  });

  test('a deadline that every P-state misses names the task type and the fastest time', async () => {
    const { file } = writeWith('workload.taskTypes[1].deadlineS', 4);
    const [fault] = complete(await solve(file));
    const text = JSON.stringify(fault);
    expect(text).toContain('"b\\"');
    expect(text).toContain('5');
  });

  test('NaN as a bare word is refused with its line and column', async () => {
    const { file } = writeSmall();
    writeFileSync(file, readFileSync(file, 'utf8').replace('"powerCapW":160', '"powerCapW":NaN'));
    const [fault] = complete(await validate([file]));
    expect(fault).toMatchObject({ path: 'limits.powerCapW', value: NaN });
  });

  test('several faults has all of them listed at once', async () => {
    const draft = JSON.parse(JSON.stringify(smallInstance())) as {
      limits: { powerCapW: number };
      workload: { taskTypes: { deadlineS: number }[] };
    };
    draft.limits.powerCapW = -1;
    draft.workload.taskTypes[0]!.deadlineS = 0;
    const { file } = writeInstance(draft as never, mixedMatrix(smallInstance()));
    const faults = complete(await validate([file]));
    expect(faults.map((fault) => fault.path).sort()).toEqual(['limits.powerCapW', 'workload.taskTypes[0].deadlineS']);
  });
});

describe('a matrix file that', () => {
  test('has the wrong size is refused with the size it should have', async () => {
    const { file } = writeInstance(smallInstance(), [
      [0.5, 0.5],
      [0.5, 0.5],
    ]);
    const [fault] = complete(await solve(file));
    expect(fault).toMatchObject({ file, path: 'facility.airflow.file', value: [2, 2] });
    expect(fault!.allowed).toContain('3 x 3');
  });

  test('has rows that do not sum to 1 is refused with the row', async () => {
    const rows = mixedMatrix(smallInstance());
    rows[1]![0]! += 0.2;
    const { file } = writeInstance(smallInstance(), rows);
    const [fault] = complete(await solve(file));
    expect(fault!.value).toBeCloseTo(1.2, 12);
    expect(fault!.remedy).toContain('Row 2 (R1/L1)');
  });

  test('holds a word is refused at its own line and column, not at the instance', async () => {
    const { file, directory } = writeSmall();
    const matrix = join(directory, 'mixed.csv');
    writeFileSync(matrix, '0.5,0.2,0.3\n0.5,x,0.3\n0.5,0.2,0.3\n');
    const [fault] = complete(await solve(file));
    expect(fault).toMatchObject({ file: matrix, path: 'line 2, column 2' });
  });

  test('is missing is refused', async () => {
    const { file } = writeWith('facility.airflow.file', 'elsewhere.csv');
    const [fault] = complete(await solve(file));
    expect(fault).toMatchObject({ file, path: 'facility.airflow.file', value: 'no such file' });
  });
});

describe('a file that', () => {
  test('does not exist is refused by every verb', async () => {
    const file = join(temporaryDirectory(), 'none.json');
    for (const refused of [
      await solve(file),
      await validate([file]),
      await bound(file),
      await generate(file, { out: temporaryDirectory() }),
    ]) {
      expect(complete(refused)).toMatchObject([{ value: 'no such file' }]);
    }
  });

  test('is a directory is refused', async () => {
    const [fault] = complete(await solve(temporaryDirectory()));
    expect(fault!.value).toBe('a directory');
  });

  test('has a gigabyte is refused unread', async () => {
    const file = join(temporaryDirectory(), 'large.json');
    writeFileSync(file, '{');
    truncateSync(file, 2 ** 30);
    const [fault] = complete(await solve(file));
    expect(fault!.value).toBe('1073741824 bytes');
  });

  test('is binary is refused', async () => {
    const file = join(temporaryDirectory(), 'binary.json');
    writeFileSync(
      file,
      Uint8Array.from({ length: 512 }, (_, i) => (i * 37) % 256),
    );
    expect(complete(await validate([file]))[0]).toMatchObject({ file });
  });

  test('is cut off says so', async () => {
    const { file } = writeSmall();
    writeFileSync(file, readFileSync(file, 'utf8').slice(0, 700));
    const [fault] = complete(await solve(file));
    expect(fault!.remedy).toContain('cut off');
  });
});

describe('on the command line', () => {
  test('what is refused is said in words too, without a stack trace', async () => {
    const { code, stdout, stderr } = await plenum('solve', writeWith('limits.powerCapW', -1).file);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain('limits.powerCapW');
    expect(stderr).not.toMatch(/\n\s+at |Error:|mistake in the program/);
  });

  test.each([
    ['--method', 'simplex', METHODS.map(({ name }) => name).join(', ')],
    ['--engine', 'cplex', 'highs, glpk'],
    ['--time-limit', 'soon', 'a number of at least 0'],
    ['--work-limit', '1.5', 'a whole number of at least 1'],
    ['--seed', '-1', 'a whole number of at least 0'],
    ['--out', '', 'the name of a directory'],
  ])('%s %s is refused with what is accepted', async (option, value, allowed) => {
    const { file } = writeSmall();
    const [fault] = await expectRefused(['solve', file, option, value]);
    expect(fault).toMatchObject({ file: 'command line', path: option, value, allowed });
  });

  test.each([
    [['solve', 'x.json', '--frobnicate'], '--frobnicate'],
    [['frobnicate'], 'frobnicate'],
    [['solve'], 'instance'],
    [['check', 'x.json'], 'plan'],
    [['solve', 'x.json', 'y.json'], 'too many arguments'],
    [['bound', 'tiny-power-cap', '--write-model', 'model.txt'], '--write-model'],
    [['generate'], '--racks'],
    [['generate', '--racks', '30', '--out', ''], '--out'],
    [['templates', 'build', 'tiny-set-point', '--out', ''], '--out'],
    [['generate', '--racks', '30', '--count', '3', '--out', 'rooms'], '--count'],
  ])('%j is refused before anything is made', async (words, said) => {
    expect(JSON.stringify(await expectRefused(words))).toContain(said);
  });
});

test('a room that validate refuses is not generated', async () => {
  const out = temporaryDirectory();
  expect(complete(await generate(null, { racks: 30, redLine: 200, out }))).toMatchObject([{ path: 'limits.redLineC' }]);
  expect(readdirSync(out)).toEqual([]);
});

describe('a place to write to', () => {
  test('that is a file is refused before the instance is even read', async () => {
    const { file, directory } = writeSmall();
    const out = join(directory, 'taken');
    writeFileSync(out, 'mine');
    for (const refused of [
      await solve(file, { out }),
      await solve(file, { out: join(out, 'below') }),
      await generate(file, { out }),
      await solve(join(directory, 'none.json'), { out }),
    ]) {
      expect(complete(refused)[0]).toMatchObject({ file: 'call', path: 'out' });
    }
    expect(readFileSync(out, 'utf8')).toBe('mine');
  });

  test('where a directory has the name of a result is refused', async () => {
    const { file, out } = writeSmall();
    mkdirSync(join(out, 'plan.json'), { recursive: true });
    expect(complete(await solve(file, { out }))[0]!.value).toContain('plan.json');
  });

  test('in which plan.json is the instance is refused', async () => {
    const { file, directory } = writeSmall();
    const instance = join(directory, 'plan.json');
    writeFileSync(instance, readFileSync(file));
    complete(await solve(instance, { out: directory }));
    expect(readFileSync(instance, 'utf8')).toBe(readFileSync(file, 'utf8'));
  });
});
