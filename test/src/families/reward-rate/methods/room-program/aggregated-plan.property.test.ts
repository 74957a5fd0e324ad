import { beforeAll, describe, expect, it } from 'vitest';
import type { RewardRateModel } from '../../../../../../models/families/reward-rate/model.js';
import { checkPlan } from '../../../../../../src/families/reward-rate/check/check-plan.js';
import { UNLIMITED } from '../../../../../../src/methods/control.js';
import { oraclesOf } from '../../../../../../src/families/reward-rate/methods/config-lp.js';
import {
  type ConfigurationLpResult,
  solveConfigurationLp,
} from '../../../../../../src/families/reward-rate/methods/room-program/configuration-lp.js';
import { measure } from '../../../../../../src/families/reward-rate/methods/rounding/node-plan.js';
import { assignmentsOf } from '../../../../../../src/families/reward-rate/methods/outcome.js';
import { commonLimits } from '../../../../../../src/families/reward-rate/methods/rounding/plan-limits.js';
import {
  type RoundedPlan,
  roundToNodes,
} from '../../../../../../src/families/reward-rate/methods/rounding/rounding.js';
import { openModel, type OpenedModel } from '../../../../../../src/families/reward-rate/runs/open.js';
import { loadHighs } from '../../../../../../src/solvers/linear/highs.js';
import { planRecord } from '../../../../../oracle/checked.js';

/** 192 zones of a real room, merged into some 30 groups: a facility of 100,000 nodes in small. */
describe('a room whose zones are merged for the LP', () => {
  let opened: OpenedModel;
  let lp: ConfigurationLpResult;
  let rounded: RoundedPlan;

  beforeAll(async () => {
    const answer = openModel('instances/reward-rate/room-1080-hybrid.json');
    if (!answer.ok) throw new Error('not valid');
    opened = answer;
    const { model } = opened;
    const engine = await loadHighs();
    const oracles = oraclesOf(model);
    const common = { model, oracles, engine, control: UNLIMITED };
    const found = await solveConfigurationLp({ ...common, incumbent: null, mostSingleZones: 1, mostGroups: 40 });
    if ('failure' in found) throw new Error('no answer');
    lp = found;
    const { solution, bound } = lp;
    const limits = commonLimits(model, lp.rows);
    const plan = await roundToNodes({ ...common, solution, bound, goalRewardPerS: bound.value, limits });
    if (plan === null) throw new Error('no plan');
    rounded = plan;
  });

  it('gets whole nodes in nearly all places and keeps the red line before rounding', () => {
    const { model } = opened;
    const powerW = Float64Array.from(model.zones, (zone, b) => zone.idleW + 1000 * lp.solution.groupKW[b]!);
    const hottestC = lp.solution.side[0]! + Math.max(...model.thermal.inletRiseC(powerW));
    expect(hottestC).toBeLessThan(model.redLineC + 1e-5);
    const fractions = lp.solution.used.flat().filter(({ units }) => Math.abs(units - Math.round(units)) > 1e-5);
    expect(fractions.length).toBeLessThan(60);
    expect(nodesBusy(model)).toBeLessThanOrEqual(1080);
  });

  it('gets a plan that the checker accepts zone by zone, at what it claims and below the bound', () => {
    const { instance, matrix, model } = opened;
    const { coldestC, warmestC } = measure(model, rounded.nodes);
    const plan = planRecord({ instance, matrix }, (coldestC + warmestC) / 2, assignmentsOf(model, rounded.nodes));
    const { violations, rewardPerS } = checkPlan(instance, matrix, plan);
    expect(violations).toEqual([]);
    expect(rewardPerS).toBeCloseTo(rounded.rewardPerS, 8);
    expect(rewardPerS).toBeLessThan(lp.bound.value);
  });

  it('states a loss that covers the distance to the known bound, and loses less than 3 % in all', () => {
    // 54.352 reward/s: the bound of the LP over single zones.
    expect(lp.bound.value).toBeGreaterThanOrEqual(54.35);
    expect(lp.solution.objective + lp.work.aggregationLoss!).toBeGreaterThanOrEqual(54.35);
    expect(rounded.rewardPerS).toBeGreaterThan(0.97 * lp.bound.value);
  });

  function nodesBusy({ zones }: RewardRateModel): number {
    return zones.reduce((sum, _, b) => sum + lp.solution.used[b]!.reduce((all, { units }) => all + units, 0), 0);
  }
});
