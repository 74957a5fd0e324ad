import { expect, it } from 'vitest';
import { type Design, trialsOf } from '../../../../src/experiments/design.js';
import { openPool } from '../../../../src/experiments/pool.js';
import type { TrialOutput, Value } from '../../../../src/experiments/record.js';
import { memoryRecordStore, type RecordStore } from '../../../../src/runs/store/record-store.js';
import { canonicalJson } from '../../../../src/studies/plan/canonical-json.js';
import type { RunRecord } from '../../../../src/studies/plan/record.js';
import { entriesOf, poolExecutor, runTrials, trialsIn } from '../../../../src/reproduction/run/run-trials.js';
import { entryOfRecord, NO_MACHINE, recordOfTrial } from '../../../../src/reproduction/run/trial-record.js';
import { runsOfDesign, type TrialFrame, trialOfRun } from '../../../../src/reproduction/run/trial-run.js';
import { taskInFile } from '../../../fixtures/experiments/task.js';

const DESIGN: Design = {
  name: 'small',
  version: 1,
  factors: [
    { name: 'method', levels: ['b', 'a'] },
    { name: 'size', levels: ['1', '2'] },
  ],
  without: [{ method: 'b', size: '2' }],
  trials: 2,
  seed: 11,
  settings: { offset: 0.25 },
};
const FRAME: TrialFrame = {
  verb: 'reproduce',
  family: 'robust',
  options: {},
  version: '1.0.0',
  file: null,
  instance: { name: 'small', sha256: null, generated: null, changes: [] },
  budget: { timeLimitS: null, workLimit: null },
};

it('each trial is one run, in the order of the design, and is found again in it', () => {
  const runs = runsOfDesign(DESIGN, FRAME);
  expect(runs.map(({ identity }) => trialOfRun(identity))).toEqual(trialsOf(DESIGN));
  expect(runs.map(({ position }) => position)).toEqual([0, 1, 2, 3, 4, 5]);
  expect(runs[3]!.identity).toMatchObject({ method: 'b', seed: 12 });
  expect(new Set(runs.map(({ key }) => key)).size).toBe(6);
});

it('a larger design has the runs of a smaller one under the same addresses, another setting or version has none of them', () => {
  const keys = (design: Design, frame = FRAME): string[] => runsOfDesign(design, frame).map(({ key }) => key);
  const small = keys(DESIGN);
  const [method, size] = DESIGN.factors;
  const larger = keys({ ...DESIGN, trials: 3, factors: [{ ...method!, levels: ['b', 'c', 'a'] }, size!] });
  expect(larger).toHaveLength(3 * 5);
  expect(small.every((key) => larger.includes(key))).toBe(true);
  const others = [
    ...keys({ ...DESIGN, settings: { offset: 0.5 } }),
    ...keys({ ...DESIGN, version: 2 }),
    ...keys(DESIGN, { ...FRAME, version: '1.0.1' }),
  ];
  expect(others.filter((key) => small.includes(key))).toEqual([]);
});

it('a trial comes back from the text of its record as it was, its values in their order', () => {
  const [run] = runsOfDesign(DESIGN, FRAME);
  const list: Value = [1, [2, null]];
  const values = { z: 1, a: list, termination: 'finished' } as const;
  const output: TrialOutput = { values, times: { total: 3, start: 0.5 } };
  const record = JSON.parse(canonicalJson(recordOfTrial(run!, output, NO_MACHINE))) as RunRecord;
  expect(record.machine).toMatchObject({ timeS: { trial: 3, start: 0.5 } });
  // Nothing of the clock is outside `machine`.
  expect(JSON.stringify({ ...record, machine: null })).not.toContain('0.5');
  const back = entryOfRecord({ cell: { method: 'b' }, trial: 0 }, record);
  expect(JSON.stringify(back.values)).toBe(JSON.stringify(values));
  expect(back.times).toEqual(output.times);
});

const { task: TASK } = taskInFile();
const SIZES: Design = {
  ...DESIGN,
  factors: [
    { name: 'size', levels: ['small', 'large'] },
    { name: 'kind', levels: ['a', 'b'] },
  ],
  without: [],
};

async function textOf(store: RecordStore, workers = 1, stopAfter = Infinity): Promise<string> {
  let done = 0;
  const executor = poolExecutor(openPool(TASK, workers), workers, { machine: () => NO_MACHINE });
  try {
    const { made } = await runTrials({
      design: SIZES,
      frame: FRAME,
      store,
      executor,
      interrupted: () => done >= stopAfter,
      onTrial: () => done++,
    });
    return JSON.stringify(entriesOf(made).map(({ cell, trial, values }) => [cell, trial, values]));
  } finally {
    await executor.close();
  }
}

it('neither the number of workers nor an interruption changes what is found, and no trial is made twice', async () => {
  const whole = await textOf(memoryRecordStore());
  expect(JSON.parse(whole)).toHaveLength(8);
  expect(await textOf(memoryRecordStore(), 2)).toBe(whole);
  const store = memoryRecordStore();
  await textOf(store, 1, 3);
  expect(trialsIn(store, SIZES, FRAME)).toBe(3);
  const before = new Map([...store.keys()].map((key) => [key, store.get(key)]));
  expect(await textOf(store, 2)).toBe(whole);
  for (const [key, text] of before) expect(store.get(key)).toBe(text);
});

it('a trial that throws, or finds what no record can hold, is named and leaves no record', async () => {
  const store = memoryRecordStore();
  for (const [run, said] of [
    [
      () => Promise.reject(new Error('broken on purpose')),
      'small: the trial with seed 11 of size small, kind a failed: broken on purpose',
    ],
    [() => Promise.resolve({ values: { wrong: Number.NaN }, times: {} }), '"wrong"'],
  ] as const) {
    const executor = poolExecutor({ run, close: () => Promise.resolve() }, 1, { machine: () => NO_MACHINE });
    const request = {
      design: SIZES,
      frame: FRAME,
      store,
      executor,
      interrupted: () => false,
      onTrial: () => undefined,
    };
    await expect(runTrials(request)).rejects.toThrow(said);
  }
  expect(store.keys().size).toBe(0);
});
