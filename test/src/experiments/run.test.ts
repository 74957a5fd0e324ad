import { afterAll, describe, expect, it } from 'vitest';
import type { Design, TrialInput } from '../../../src/experiments/design.js';
import { parseRecords, recordsText } from '../../../src/experiments/record.js';
import { type ExperimentOptions, memoryJournal, type PartFiles, runExperiment } from '../../../src/experiments/run.js';
import { taskInFile } from '../../fixtures/experiments/task.js';

const DESIGN: Design = {
  name: 'small',
  version: 1,
  factors: [
    { name: 'size', levels: ['small', 'large'] },
    { name: 'kind', levels: ['b', 'a'] },
  ],
  without: [{ size: 'large', kind: 'a' }],
  trials: 4,
  seed: 11,
  settings: { offset: 0.25 },
};
const { task: TASK, remove } = taskInFile();
afterAll(remove);

const options = (over: Partial<ExperimentOptions> = {}): ExperimentOptions => ({
  design: DESIGN,
  task: TASK,
  workers: 1,
  journal: memoryJournal(),
  interrupted: () => false,
  onTrial: () => undefined,
  ...over,
});
const textOf = async (over: Partial<ExperimentOptions> = {}): Promise<string> =>
  recordsText(DESIGN, (await runExperiment(options(over))).records);

describe('runExperiment', () => {
  it('the records do not depend on the number of workers', async () => {
    const alone = await textOf();
    expect(alone.split('\n')).toHaveLength(1 + 3 * 4 + 1);
    expect(await textOf({ workers: 2 })).toBe(alone);
    expect(await textOf({ workers: 3 })).toBe(alone);
  });

  it('an interruption after any trial changes no record, loses no trial and repeats none', async () => {
    const whole = await textOf();
    for (let stopAfter = 0; stopAfter <= 12; stopAfter++) {
      const journal = memoryJournal();
      let done = 0;
      const cut = await runExperiment(
        options({ journal, interrupted: () => done >= stopAfter, onTrial: () => done++ }),
      );
      expect([cut.done, cut.complete]).toEqual([stopAfter, stopAfter === 12]);
      let more = 0;
      const rest = await runExperiment(options({ journal: memoryJournal(journal.all), onTrial: () => more++ }));
      expect(more).toBe(12 - stopAfter);
      expect(recordsText(DESIGN, rest.records)).toBe(whole);
    }
  });

  it('every trial is told a file of its own for its parts, and the file is removed', async () => {
    const asked: string[] = [];
    const left = new Set<string>();
    const task = {
      ...TASK,
      run: (input: TrialInput) => {
        asked.push(input.partFile!);
        left.add(input.partFile!);
        return { values: { kept: left.size }, times: {} };
      },
    };
    const journal = memoryJournal();
    const lines: number[] = [];
    const parts: PartFiles = {
      fileOf: ({ cell, trial }) => `${cell['size']!}-${cell['kind']!}-${trial}`,
      remove: (file) => {
        lines.push(journal.all.length);
        left.delete(file);
      },
    };
    await runExperiment(options({ task, journal, parts }));
    expect([asked.slice(0, 4), new Set(asked).size]).toEqual([
      ['small-b-0', 'small-a-0', 'large-b-0', 'small-b-1'],
      12,
    ]);
    // Not before the journal has the whole.
    expect([left.size, lines]).toEqual([0, Array.from({ length: 12 }, (_, n) => n + 1)]);
  });

  it('with two workers an interruption keeps the trials that were already running', async () => {
    const journal = memoryJournal();
    let done = 0;
    const cut = await runExperiment(
      options({ workers: 2, journal, interrupted: () => done >= 3, onTrial: () => done++ }),
    );
    expect(cut.complete).toBe(false);
    expect(cut.done).toBe(journal.all.length);
    expect(cut.done).toBeGreaterThanOrEqual(3);
    expect(await textOf({ workers: 2, journal: memoryJournal(journal.all) })).toBe(await textOf());
  });

  it('trial t has the same seed in every cell', async () => {
    const { records } = await runExperiment(options());
    expect(records.every(({ seed, trial }) => seed === 11 + trial)).toBe(true);
  });

  it.each([1, 2])('a failing trial is named, costs no finished one and is the last (%i workers)', async (workers) => {
    const journal = memoryJournal();
    const design = {
      ...DESIGN,
      factors: [{ name: 'size', levels: ['small', 'breaks'] }],
      without: [],
      trials: workers === 1 ? 2 : 1,
    };
    await expect(runExperiment(options({ design, journal, workers }))).rejects.toThrow(
      'small: the trial with seed 11 of size breaks failed: broken on purpose',
    );
    expect(journal.all).toHaveLength(1);
  });

  it('a value that is not finite, or an object, stays out of the journal, also in a list', async () => {
    for (const wrong of [Number.NaN, Number.POSITIVE_INFINITY, undefined, { a: 1 }, [1, [Number.NaN]]]) {
      const journal = memoryJournal();
      const run = (): never => ({ values: { wrong }, times: {} }) as never;
      await expect(runExperiment(options({ journal, task: { ...TASK, run } }))).rejects.toThrow('"wrong"');
      expect(journal.all).toEqual([]);
    }
  });

  it('a journal of other cells, or a line that is no trial, is refused', async () => {
    const stranger = '{"cell":{"size":"huge","kind":"a"},"trial":0,"values":{},"times":{}}';
    await expect(runExperiment(options({ journal: memoryJournal([stranger]) }))).rejects.toThrow('not in the design');
    await expect(runExperiment(options({ journal: memoryJournal(['{"cell":1}']) }))).rejects.toThrow('no trial');
    await expect(runExperiment(options({ journal: memoryJournal(['{"cell']) }))).rejects.toThrow('cannot be read');
  });

  it.each([
    ['trials', { trials: 0 }],
    ['no seed', { seed: -1 }],
    ['no factors', { factors: [] }],
    ['a level twice', { factors: [{ name: 'size', levels: ['small', 'small'] }], without: [] }],
    ['two factors', { factors: [...DESIGN.factors, DESIGN.factors[0]!] }],
    ['no levels', { factors: [{ name: 'size', levels: [] }], without: [] }],
    ['"without" names', { without: [{ size: 'huge' }] }],
    ['no cells', { without: [{ size: 'small' }, { size: 'large' }] }],
  ])('a design without sense is refused: %s', async (message, wrong) => {
    await expect(runExperiment(options({ design: { ...DESIGN, ...wrong } }))).rejects.toThrow(message);
  });
});

describe('records', () => {
  it('come back as they were written', async () => {
    const { records } = await runExperiment(options());
    const text = recordsText(DESIGN, records);
    const back = parseRecords(text);
    expect(recordsText(back.design, [...back.records].reverse())).toBe(text);
    expect(back.records).toContainEqual(records[5]);
    expect(text).not.toContain('"s"');
  });

  it('with one missing, doubled or altered are refused', async () => {
    const { records } = await runExperiment(options());
    expect(() => recordsText(DESIGN, records.slice(1))).toThrow('11 records where 12 belong');
    expect(() => recordsText(DESIGN, [...records.slice(1), records[1]!])).toThrow('belong');
    const lines = recordsText(DESIGN, records).trimEnd().split('\n');
    expect(() => parseRecords(lines.slice(0, -1).join('\n'))).toThrow('belong');
    expect(() => parseRecords([lines[0], lines[2], lines[1], ...lines.slice(3)].join('\n'))).toThrow('not those');
    expect(() => parseRecords('{}')).toThrow('format');
  });

  it('of different values are refused as one table', async () => {
    const { records } = await runExperiment(options());
    const odd = [...records.slice(1), { ...records[0]!, values: { value: 1 } }];
    expect(() => recordsText(DESIGN, odd)).toThrow('others have');
  });
});
