import { describe, expect, it } from 'vitest';
import { type Goal, trialsOf } from '../../../../../../src/families/reward-rate/runs/explain/goal.js';
import { movableDemands } from '../../../../../../src/families/reward-rate/runs/explain/demand.js';
import { movablesOf } from '../../../../../../src/families/reward-rate/runs/explain/knobs.js';
import { METHODS } from '../../../../../../src/families/reward-rate/methods/registry.js';
import { modelInMemory } from '../../../../../../src/families/reward-rate/runs/open.js';
import { type Solved, solveOpened } from '../../../../../../src/families/reward-rate/runs/solve.js';
import { loadLpEngine } from '../../../../../../src/solvers/linear/load.js';
import { tinyRandom } from '../../../../../oracle/tiny-random.js';

const started = await loadLpEngine('highs');
const request = () => ({
  method: METHODS[0]!,
  naive: false,
  seed: 1,
  engine: 'highs' as const,
  started,
  withBound: true,
  limits: { timeLimitS: null, workLimit: null },
  nowS: () => 0,
  interrupted: () => false,
  onProgress: () => undefined,
});
const asking = { request, ended: () => Promise.resolve(false) };

const { instance, matrix } = tinyRandom(3, { cracs: 1, mostPlans: 300 });
const opened = modelInMemory(instance, matrix);
/** A run with a plan of 1 and a bound of 2 reward/s, whose bound moves by known slopes. */
const BASE = {
  record: { result: { feasible: true, objective: 1, bound: 2 } },
  next: null,
  certificate: {
    boundRewardPerS: 2.5,
    marginal: { perCapW: 2, perRedLineC: 3, arrivalPerTaskPerS: [], limits: [] },
    lines: { cap: { belowPerW: 1, abovePerW: 4, aboveAnyRedLinePerW: 6 } },
  },
} as unknown as Solved;
const GOAL: Goal = { opened, worth: 3, base: BASE, does: 'earns it', text: String };
const [redLine, powerCap] = ['redLine', 'powerCap'].map((kind) =>
  movablesOf(instance).find((one) => one.kind === kind)!,
) as [ReturnType<typeof movablesOf>[number], ReturnType<typeof movablesOf>[number]];

describe('runs with changed limits', () => {
  it('have the slope of a cap that moves alone, or with the red line, per step, from the bound that slopes extend', () => {
    const alone = trialsOf(GOAL, [powerCap], asking);
    const { step } = alone.knobs[0]!;
    expect(alone.first).toMatchObject({ steps: [0], objective: 1, bound: 2, lineBound: 2.5, perStep: [2 * step] });
    expect(alone.first.proven).toEqual([{ below: step, above: 4 * step }]);
    const both = trialsOf(GOAL, [redLine, powerCap], asking).first;
    expect(both.proven).toEqual([
      { below: 3 * 0.01, above: 3 * 0.01 },
      { below: step, above: 6 * step },
    ]);
  });

  it('raise a power limit to ten times its value at most', () => {
    const [knob] = trialsOf(GOAL, [powerCap], asking).knobs;
    expect(knob!.changes(knob!.most)[0]!.to).toBeLessThanOrEqual(10 * powerCap.from);
    expect(knob!.changes(knob!.most)[0]!.to).toBeGreaterThan(9.9 * powerCap.from);
  });

  it('count a demand that is given up wholly as served, whatever share of the arrivals it is', async () => {
    const [type] = instance.workload.taskTypes as [(typeof instance.workload.taskTypes)[number]];
    const [demand] = movableDemands([{ taskType: type.name, share: 0.4 }]) as [
      ReturnType<typeof movableDemands>[number],
    ];
    const idle = { ...instance, workload: { taskTypes: [{ ...type, rewardPerTask: 1 }] } };
    const room = modelInMemory(idle, matrix);
    const base = await solveOpened(request(), room);
    const { knobs, runAt } = trialsOf({ ...GOAL, opened: room, base }, [demand], asking);
    const told = await runAt([knobs[0]!.most]);
    expect(told!.objective).toBeCloseTo(1, 9);
    expect(told!.bound).toBeCloseTo(1, 9);
  });

  it('end where no more runs are allowed', async () => {
    const { runAt } = trialsOf(GOAL, [powerCap], { request, ended: () => Promise.resolve(true) });
    expect(await runAt([1])).toBe(null);
  });
});
