import { describe, expect, it } from 'vitest';
import type { PlanFigures } from '../../../src/runs/plan-figures.js';
import { solve } from '../../../src/library/index.js';
import { bundledInstance } from '../../../src/instances/bundled.js';
import type { RewardRateInstance } from '../../../models/families/reward-rate/instance.js';
import type { UtilityInstance } from '../../../models/families/utility/instance.js';

/** Details of a solve of a bundled instance. */
async function detailsOf(
  instance: string,
  options: Parameters<typeof solve>[1] = {},
): Promise<PlanFigures & Readonly<Record<string, unknown>>> {
  const answer = await solve(instance, options);
  if (!answer.ok) throw new Error(JSON.stringify(answer.faults));
  return { ...answer.record.details, objective: answer.record.objective };
}
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

describe('what a plan does stands in the details', () => {
  it('reward rate: completions earn the objective, powers add up to that of the meter, inlets keep the red line', async () => {
    const { workload, limits } = bundledInstance('reward-rate', 'tiny-two-node-types') as RewardRateInstance;
    const details = await detailsOf('reward-rate/tiny-two-node-types');
    const { power = {}, completionsPerS = {}, setPointsC = {}, hottestInletC, objective } = details;
    const earned = workload.taskTypes.map(({ name, rewardPerTask }) => rewardPerTask * completionsPerS[name]!);
    expect(sum(earned)).toBeCloseTo(objective as number, 9);
    const { totalW, idleW, coresW, coolingW, upsLossW, otherW } = power;
    expect(sum([idleW!, coresW!, coolingW!, upsLossW!, otherW!])).toBeCloseTo(totalW!, 6);
    expect(hottestInletC).toBeLessThanOrEqual(limits.redLineC + 1e-6);
    expect(Object.values(setPointsC).every((one) => typeof one === 'number')).toBe(true);
  });

  it('geo: energies by use are what sun, wind and grid give, set-points are told for every epoch', async () => {
    const { energyByPart = {}, setPointsC = {}, ledger } = await detailsOf('geo/tiny-surplus-curtailed');
    const { renewablesUsedKwh, gridKwh } = ledger as { readonly renewablesUsedKwh: number; readonly gridKwh: number };
    expect(sum(Object.values(energyByPart))).toBeCloseTo(renewablesUsedKwh + gridKwh, 9);
    const [centre] = Object.values(setPointsC);
    expect((centre as readonly number[]).length).toBeGreaterThan(0);
  });

  it('robust: the parts are the expected energy, and every task is completed', async () => {
    const { energyByPart = {}, energyMeanJ, completed } = await detailsOf('robust/tiny-two-nodes');
    expect(sum(Object.values(energyByPart))).toBeCloseTo(energyMeanJ as number, 6);
    expect(completed).toBe(3);
  });

  it('jobs: the parts of the room are what its plan says in all, and jobs that are not dropped are completed', async () => {
    const details = await detailsOf('jobs/facility-4', { bound: false });
    const { energyByPart = {}, completed, hottestInletC } = details;
    const room = details['room'] as { readonly totalJ: number; readonly hottest: { readonly inletC: number } };
    expect(sum(Object.values(energyByPart)) / room.totalJ).toBeCloseTo(1, 9);
    expect(hottestInletC).toBeCloseTo(room.hottest.inletC, 6);
    const outcomes = details['outcomes'] as Readonly<Record<string, number>>;
    expect(completed).toBe(sum(Object.values(outcomes)) - outcomes['dropped']!);
  });

  it('utility: set-points are those of the operation, inlets and power lie between idle and the limits, energy is that of tasks and of idling', async () => {
    const { operation } = bundledInstance('utility', 'tiny-facility') as UtilityInstance;
    const details = await detailsOf('utility/tiny-facility');
    const { power = {}, energyByPart, setPointsC, hottestInletC } = details;
    expect(setPointsC).toEqual(operation!.setPointsC);
    expect(power['greatestW']).toBeGreaterThan(power['idleW']!);
    // An idle room of 60 W for a minute; what work adds is the energy that the budget is of.
    expect(energyByPart!['tasksJ']).toBeCloseTo((details['energyJ'] as readonly number[])[0]!, 9);
    expect(energyByPart!['idleJ']).toBeCloseTo(60 * 60, 6);
    expect(hottestInletC).toBeLessThanOrEqual((operation!.redLineC ?? Infinity) + 1e-6);
  });
});
