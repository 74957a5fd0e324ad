import { expect, test } from 'vitest';
import { METHODS } from '../../../src/methods/registry.js';
import { relativeGap } from '../../../src/runs/result-of.js';
import { type Solved, solveInstance } from '../../../src/runs/solve.js';
import { writeSmall } from '../../support/small-instance.js';

/** Solves with a clock that advances by one second with every look at it. */
async function solveWith(file: string, timeLimitS: number | null, workLimit: number | null): Promise<Solved> {
  let seconds = 0;
  const answer = await solveInstance({
    file,
    method: METHODS[0]!,
    naive: false,
    seed: 1,
    limits: { timeLimitS, workLimit },
    engine: 'highs',
    withBound: true,
    nowS: () => seconds++,
    interrupted: () => false,
    onProgress: () => undefined,
  });
  if (!answer.ok) throw new Error(JSON.stringify(answer.problems));
  return answer.solved;
}

test('a run stopped by time at any moment is repeated exactly by its recorded steps', async () => {
  const { file } = writeSmall();
  const stops = new Set<number>();
  for (let timeLimitS = 4; timeLimitS <= 28; timeLimitS += 4) {
    const timed = await solveWith(file, timeLimitS, null);
    const { steps } = timed.record.result.work;
    if (timed.record.result.termination !== 'timeLimit' || stops.has(steps!)) continue;
    stops.add(steps!);
    const repeated = await solveWith(file, null, steps!);
    expect(repeated.plan).toEqual(timed.plan);
    expect(repeated.record.evaluation).toEqual(timed.record.evaluation);
    const { bound, gap, work } = timed.record.result;
    expect(repeated.record.result).toMatchObject({ termination: 'workLimit', bound, gap, work });
  }
  expect(stops.size).toBeGreaterThanOrEqual(3);
});

test.each([
  [2, 2, 0],
  [0, 0, 0],
  [4, 3, 0.25],
  [0, 1, null],
  [1e-300, 1e10, null],
])('the gap between bound %d and objective %d is %s, never NaN or infinite', (bound, objective, gap) => {
  expect(relativeGap(bound, objective)).toBe(gap);
});
