import { afterAll, describe, expect, it } from 'vitest';
import { type Design, type TrialRequest, trialsOf } from '../../../src/experiments/design.js';
import { openPool } from '../../../src/experiments/pool.js';
import { checkValues, type TrialOutput } from '../../../src/experiments/record.js';
import type { PartStore } from '../../../src/runs/store/part-store.js';
import { solvePoints } from '../../../src/studies/points.js';
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
const INPUTS = trialsOf(DESIGN);
const { task: TASK, remove } = taskInFile();
afterAll(remove);

/** Trials that ended, by their positions, of a pool of so many workers; `stopAfter` of them it is interrupted. */
async function made(workers: number, stopAfter = Infinity, task = TASK, inputs = INPUTS) {
  const found = new Map<number, TrialOutput>();
  const pool = openPool(task, workers);
  try {
    await solvePoints<TrialRequest, TrialOutput>({
      points: inputs,
      workers,
      nowS: () => 0,
      interrupted: () => found.size >= stopAfter,
      solve: async (input) => {
        const output = await pool.run(input);
        checkValues(output.values);
        return output;
      },
      onPoint: (_, last) => last && found.set(inputs.indexOf(last.point), last.answer),
    });
  } catch (error) {
    return { found, error: error as Error };
  } finally {
    await pool.close();
  }
  return { found, error: null };
}

const textOf = (found: ReadonlyMap<number, TrialOutput>): string =>
  JSON.stringify(INPUTS.map((_, n) => found.get(n)!.values));

describe('points of a sweep on a pool', () => {
  it('are the same with one worker, two and three', async () => {
    const alone = textOf((await made(1)).found);
    expect(JSON.parse(alone)).toHaveLength(3 * 4);
    for (const workers of [2, 3]) expect(textOf((await made(workers)).found)).toBe(alone);
  });

  it('end with those that run when they are interrupted, and none is begun after', async () => {
    for (const stopAfter of [0, 1, 7, 12]) {
      const { found } = await made(1, stopAfter);
      expect([...found.keys()]).toEqual(INPUTS.slice(0, stopAfter).map((_, n) => n));
    }
    const { found } = await made(2, 3);
    expect(found.size).toBeGreaterThanOrEqual(3);
    expect(found.size).toBeLessThanOrEqual(4);
  });

  it.each([1, 2])('of which one fails cost no finished one (%i workers)', async (workers) => {
    const [first] = INPUTS as [TrialRequest];
    const inputs = [first, { ...first, cell: { size: 'breaks' } }, ...(workers === 1 ? INPUTS : [])];
    const { found, error } = await made(workers, Infinity, TASK, inputs);
    expect(error!.message).toBe('broken on purpose');
    expect([...found.keys()]).toEqual([0]);
  });

  it('that give what no record can hold, also in a list, fail', async () => {
    for (const wrong of [Number.NaN, Number.POSITIVE_INFINITY, undefined, { a: 1 }, [1, [Number.NaN]]]) {
      const run = (): never => ({ values: { wrong }, times: {} }) as never;
      const { found, error } = await made(1, Infinity, { ...TASK, run });
      expect([found.size, error!.message]).toEqual([0, expect.stringContaining('"wrong"')]);
    }
  });
});

describe('points of a sweep', () => {
  const squared = { solve: (point: number) => Promise.resolve(point * point), nowS: () => 0, interrupted: () => false };

  it('are kept as soon as they are made, and taken up again in their order', async () => {
    const stored = new Map<string, unknown>();
    const parts: PartStore = {
      read: (digest) => stored.get(digest) ?? null,
      keep: (digest, part) => void stored.set(digest, part),
    };
    const request = { ...squared, points: [3, 1, 2], parts, digest: String };
    const cut = await solvePoints({ ...request, interrupted: () => stored.size === 1 });
    expect(cut).toMatchObject({ found: [{ point: 3, answer: 9 }], left: 2 });
    const solved: number[] = [];
    const whole = await solvePoints({
      ...request,
      points: [1, 2, 3],
      solve: (point) => {
        solved.push(point);
        return squared.solve(point);
      },
    });
    expect(solved).toEqual([1, 2]);
    expect(whole).toMatchObject({ found: [1, 2, 3].map((point) => ({ point, answer: point * point })), left: 0 });
  });

  it('may each follow from those before, until there is none, and one that is cut short is the end', async () => {
    const doubled = {
      ...squared,
      points: (found: readonly unknown[]) => (found.length < 4 ? 2 ** found.length : null),
    };
    expect((await solvePoints(doubled)).found.map(({ point }) => point)).toEqual([1, 2, 4, 8]);
    const cut = { ...doubled, solve: (point: number) => Promise.resolve(point === 4 ? null : point) };
    expect((await solvePoints(cut)).found.map(({ point }) => point)).toEqual([1, 2]);
  });
});
