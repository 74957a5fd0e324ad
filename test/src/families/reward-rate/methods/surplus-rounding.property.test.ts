import { expect, it } from 'vitest';
import { type RewardRateModel, rewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import { configLp, oraclesOf, solveLp } from '../../../../../src/families/reward-rate/methods/config-lp.js';
import type { ConfigurationLpResult } from '../../../../../src/families/reward-rate/methods/room-program/configuration-lp.js';
import { measure } from '../../../../../src/families/reward-rate/methods/rounding/node-plan.js';
import { roundToNodes } from '../../../../../src/families/reward-rate/methods/rounding/rounding.js';
import { commonLimits } from '../../../../../src/families/reward-rate/methods/rounding/plan-limits.js';
import { roundedWithSurplus, servesAll } from '../../../../../src/families/reward-rate/methods/surplus-rounding.js';
import type { Progress } from '../../../../../src/methods/control.js';
import { randomStream } from '../../../../../src/random/stream.js';
import { loadLpEngine } from '../../../../../src/solvers/linear/load.js';
import { tinyRandom } from '../../../../oracle/tiny-random.js';
import { fuzzCount } from '../../../../support/fuzz.js';

const control = { step: () => Promise.resolve(false) };

async function lpOf(model: RewardRateModel): Promise<ConfigurationLpResult | null> {
  const lp = await solveLp({
    model,
    oracles: oraclesOf(model),
    engine: await loadLpEngine('highs'),
    control,
    incumbent: null,
    first: null,
  });
  return lp === null || 'failure' in lp ? null : lp;
}

/** Drawn room of dozens of nodes whose arrivals are what its mixture completes, less a share, so that limits nearly bind; null where nothing runs. */
async function nearlyFull(seed: number, less: number): Promise<RewardRateModel | null> {
  const { instance, matrix } = tinyRandom(seed, { cracs: 1, groupNodes: [20, 40], mostPlans: Infinity });
  const model = rewardRateModel(instance, matrix);
  const lp = await lpOf(model);
  if (lp === null || lp.lpGap === null || lp.solution.objective === 0) return null;
  return { ...model, arrivalRatePerS: lp.solution.taskRatePerS.map((rate) => rate * (1 - less)) };
}

/** What rounding a mixture to whole nodes needs. */
type Rounding = Parameters<typeof roundToNodes>[0];

/** Plans of a nearly full room by exchanges, with a surplus, and by the whole method; null where its mixture does not serve all. */
async function plansOf(seed: number) {
  const model = await nearlyFull(seed, 1e-3);
  const lp = model === null ? null : await lpOf(model);
  if (model === null || lp === null || !servesAll(model, lp)) return null;
  const { rewardPerTask, arrivalRatePerS } = model;
  const input = { model, oracles: oraclesOf(model), engine: await loadLpEngine('highs'), control };
  const { solution, bound } = lp;
  const goalRewardPerS = bound.value;
  const rounding: Rounding = { ...input, solution, bound, goalRewardPerS, limits: commonLimits(model, lp.rows) };
  const plain = await roundToNodes({ ...rounding, upTo: 'dive' });
  return {
    model,
    input,
    rounding,
    plainPerS: plain?.rewardPerS ?? 0,
    found: await roundedWithSurplus({ ...input, lp }),
    allRewardPerS: rewardPerTask.reduce((sum, reward, i) => sum + reward * arrivalRatePerS[i]!, 0),
  };
}

it('a surplus makes plans of whole nodes that keep all limits and earn what they say, no more than all that arrives', async () => {
  const count = fuzzCount(60);
  let plans = 0;
  for (let seed = 0; seed < count; seed++) {
    const made = await plansOf(seed);
    if (made === null || made.found === null) continue;
    plans++;
    const { model, found, allRewardPerS } = made;
    const { feasible, rewardPerS } = measure(model, found.nodes);
    expect({ seed, feasible, rewardPerS }).toEqual({ seed, feasible: true, rewardPerS: found.rewardPerS });
    expect(rewardPerS).toBeLessThanOrEqual(allRewardPerS * (1 + 1e-12));
  }
  expect(plans).toBeGreaterThan(count / 4);
});

it('rounding up to exchanges asks no LP engine, and its plan earns no more than after a dive', async () => {
  for (const seed of [7, 27]) {
    const { rounding, plainPerS } = (await plansOf(seed))!;
    const engine = { ...rounding.engine, open: () => expect.fail('an LP was opened') };
    const plan = await roundToNodes({ ...rounding, engine, upTo: 'exchanges' });
    expect(plan?.rewardPerS ?? 0).toBeLessThanOrEqual(plainPerS);
    expect(plan?.programs ?? 0).toBe(0);
  }
});

it('a surplus earns more than exchanges where these fall short of what the mixture serves, and the method keeps it', async () => {
  for (const seed of [7, 27]) {
    const { input, plainPerS, found } = (await plansOf(seed))!;
    expect(found!.rewardPerS).toBeGreaterThan(plainPerS * (1 + 4e-4));
    const shown: Progress[] = [];
    const outcome = await configLp({
      ...input,
      random: randomStream(1, 'unused'),
      start: null,
      control: { step: (progress) => Promise.resolve(shown.push(progress) < 0) },
    });
    // More than arrives earns nothing, and is not shown as if it did: from the first rounding on, the bound is that of what arrives.
    const { boundRewardPerS } = outcome.certificate!;
    const first = shown.findIndex(({ phase }) => phase === 'rounding');
    for (const { bound, incumbent } of shown.slice(first)) {
      expect(bound! / boundRewardPerS).toBeCloseTo(1, 9);
      expect(incumbent!).toBeLessThanOrEqual(boundRewardPerS * (1 + 1e-9));
    }
    // A stop while nodes are rounded ends all rounding.
    let steps = 0;
    await configLp({
      ...input,
      random: randomStream(1, 'unused'),
      start: null,
      control: { step: () => Promise.resolve(++steps > first) },
    });
    expect([shown.length > first + 1, steps]).toEqual([true, first + 1]);
    expect(outcome.claimedRewardPerS).toBeGreaterThanOrEqual(found!.rewardPerS * (1 - 1e-9));
  }
});
