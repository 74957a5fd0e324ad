import { afterAll, describe, expect, it } from 'vitest';
import { type Design, type TrialRequest, trialsOf } from '../../../src/experiments/design.js';
import { openPool, runInPool } from '../../../src/experiments/pool.js';
import type { TrialOutput } from '../../../src/experiments/record.js';
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
    await runInPool(pool, inputs, workers, {
      interrupted: () => found.size >= stopAfter,
      onOutput: (input, output) => found.set(inputs.indexOf(input), output),
      failed: ({ seed, cell }, cause) => new Error(`seed ${seed} of ${cell['size']!}`, { cause }),
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

describe('trials on a pool', () => {
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

  it.each([1, 2])('of which one fails are named by it, and cost no finished one (%i workers)', async (workers) => {
    const [first] = INPUTS as [TrialRequest];
    const inputs = [first, { ...first, cell: { size: 'breaks' } }, ...(workers === 1 ? INPUTS : [])];
    const { found, error } = await made(workers, Infinity, TASK, inputs);
    expect([error!.message, (error!.cause as Error).message]).toEqual(['seed 11 of breaks', 'broken on purpose']);
    expect([...found.keys()]).toEqual([0]);
  });

  it('that give what no record can hold, also in a list, fail', async () => {
    for (const wrong of [Number.NaN, Number.POSITIVE_INFINITY, undefined, { a: 1 }, [1, [Number.NaN]]]) {
      const run = (): never => ({ values: { wrong }, times: {} }) as never;
      const { found, error } = await made(1, Infinity, { ...TASK, run });
      expect([found.size, (error!.cause as Error).message]).toEqual([0, expect.stringContaining('"wrong"')]);
    }
  });
});
