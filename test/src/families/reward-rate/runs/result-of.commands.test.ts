import { expect, it } from 'vitest';
import { type Method, methodNamed } from '../../../../../src/families/reward-rate/methods/registry.js';
import { type Solved, solveInstance } from '../../../../../src/families/reward-rate/runs/solve.js';
import { writeSmall } from '../../../../support/small-instance.js';

async function solved(file: string, method: Method): Promise<Solved> {
  const answer = await solveInstance({
    file,
    method,
    naive: false,
    seed: 1,
    engine: 'highs',
    withBound: true,
    limits: { timeLimitS: null, workLimit: null },
    nowS: () => 0,
    interrupted: () => false,
    onProgress: () => undefined,
  });
  if (!answer.ok) throw new Error(JSON.stringify(answer.faults));
  return answer.solved;
}

/** Method `lp` with another bound. */
function bounded(boundRewardPerS: number): Method {
  const lp = methodNamed('lp')!;
  return {
    ...lp,
    solve: async (input) => {
      const outcome = await lp.solve(input);
      return { ...outcome, certificate: { ...outcome.certificate!, boundRewardPerS } };
    },
  };
}

it.each([
  [3e-9, 'finished', false],
  [4e-10, 'optimal', false],
  [-4e-10, 'optimal', false],
  [-3e-9, 'failed', true],
  [-5e-7, 'failed', true],
])(
  'a bound %d above the objective, relative to it: %s, and one of them wrong: %s',
  async (above, termination, isWrong) => {
    const { file } = writeSmall();
    const objective = (await solved(file, methodNamed('lp')!)).record.result.objective!;
    const { result } = (await solved(file, bounded(objective * (1 + above)))).record;
    expect([result.feasible, result.objective]).toEqual([true, objective]);
    expect([result.termination, result.warnings.join().includes('one of them is wrong')]).toEqual([
      termination,
      isWrong,
    ]);
    expect(result.gap).toBeCloseTo(above < 0 && !isWrong ? 0 : Math.abs(above), 12);
    if (!isWrong) expect(result.bound).toBeGreaterThanOrEqual(objective);
  },
);
