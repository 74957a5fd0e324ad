import { expect, test } from 'vitest';
import { METHODS, methodNamed } from '../../../../../src/families/reward-rate/methods/registry.js';
import { type Solved, solveInstance } from '../../../../../src/families/reward-rate/runs/solve.js';

const COLOCATION = 'instances/reward-rate/tiny-colocation.json';

async function solve(name: string, naive: boolean): Promise<Solved> {
  const answer = await solveInstance({
    file: COLOCATION,
    method: methodNamed(name)!,
    naive,
    seed: 1,
    limits: { timeLimitS: null, workLimit: 5 },
    engine: 'highs',
    withBound: true,
    nowS: () => 0,
    interrupted: () => false,
    onProgress: () => undefined,
  });
  if (!answer.ok) throw new Error(JSON.stringify(answer.faults));
  return answer.solved;
}

test.each(METHODS.map(({ name }) => name))(
  '%s --naive: claims the rate without interference, is judged with it, and is bounded with it',
  async (name) => {
    const aware = (await solve('config-lp', false)).record.result;
    const { record, plan } = await solve(name, true);
    const { result, evaluation } = record;
    expect(result.naive).toBe(true);
    expect(plan!.method).toBe(`${name} --naive`);
    expect(result.claimedObjective! / evaluation!.naiveRewardPerS).toBeCloseTo(1, 6);
    expect(result.objective).toBe(evaluation!.rewardPerS);
    expect(result.colocationLoss).toBeCloseTo(1 - evaluation!.rewardPerS / evaluation!.naiveRewardPerS, 12);
    if (result.bound !== null) expect(result.bound).toBeCloseTo(aware.bound!, 6);
  },
);

test('on nodes that interfere, the naive plan loses what the aware one keeps', async () => {
  const aware = (await solve('config-lp', false)).record.result;
  const naive = (await solve('config-lp', true)).record.result;
  expect(naive.claimedObjective!).toBeGreaterThan(aware.bound!);
  expect(naive.objective!).toBeLessThan(aware.objective!);
  expect(naive.colocationLoss!).toBeGreaterThan(aware.colocationLoss!);
});
