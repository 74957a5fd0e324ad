import { describe, expect, it } from 'vitest';
import { greatestNodePowerW } from '../../../../../../models/facility/power-budget.js';
import { type RewardRateModel, rewardRateModel } from '../../../../../../models/families/reward-rate/model.js';
import { randomStream, type Uniform } from '../../../../../../src/random/stream.js';
import { UNLIMITED } from '../../../../../../src/methods/control.js';
import { lagrangianBound, type Prices } from '../../../../../../src/families/reward-rate/methods/room-program/bound.js';
import { configurationBound, oraclesOf } from '../../../../../../src/families/reward-rate/methods/config-lp.js';
import { idleConflict } from '../../../../../../src/families/reward-rate/methods/infeasibility.js';
import { loadHighs } from '../../../../../../src/solvers/linear/highs.js';
import { bruteForce, type NodeOption, oracle } from '../../../../../oracle/brute-force.js';
import { bestMixture } from '../../../../../oracle/mixtures.js';
import { tinyRandom } from '../../../../../oracle/tiny-random.js';
import { UNSEEDED } from '../../../../../support/unseeded.js';
import { fuzzCount } from '../../../../../support/fuzz.js';
import {
  commonSetPointColumn,
  initialCapRows,
  powerCapRow,
} from '../../../../../../src/families/reward-rate/methods/room-program/cap-rows.js';
import {
  airRows,
  type CouplingRow,
  lpRooms,
  powerLimitRows,
  redLineRow,
} from '../../../../../../src/families/reward-rate/methods/room-program/coupling.js';

function allRows(model: RewardRateModel, draw: Uniform): CouplingRow[] {
  const tangents = Array.from({ length: 3 }, () =>
    powerCapRow(model, greatestNodePowerW(model.budget, draw(model.setPointMinC, model.setPointMaxC))),
  );
  return [
    ...powerLimitRows(model),
    ...airRows(lpRooms(model, 'common')),
    ...initialCapRows(model, 4),
    ...tangents.flatMap((row) => (row === null ? [] : [row])),
    ...model.zones.map((_, b) => redLineRow(lpRooms(model, 'common')[0], b)),
  ];
}

function boundAt(model: RewardRateModel, rows: readonly CouplingRow[], prices: Prices): number {
  return lagrangianBound(model, oraclesOf(model), { rows, prices, side: commonSetPointColumn(model) }).value;
}

describe('Lagrangian bound', () => {
  it('holds for every plan and mixture at any prices, not only at good ones', () => {
    let tested = 0;
    for (let seed = 1; seed <= fuzzCount(250, 250); seed++) {
      const { instance, matrix } = tinyRandom(seed);
      const model = rewardRateModel(instance, matrix);
      const truth = oracle(instance, matrix);
      const hot: NodeOption[][] = [];
      const { best } = bruteForce(truth, (choice) => hot.push([...choice]));
      if (best === null) continue;
      const draw = randomStream(seed, 'prices').uniform;
      const rows = allRows(model, draw);
      const most = Math.max(best.rewardPerS, bestMixture(truth, hot, best.choice, draw));
      for (let n = 0; n < 12; n++) {
        const sparse = draw(0, 1);
        const prices = {
          task: model.rewardPerTask.map((reward) => (draw(0, 1) < 0.3 ? reward : draw(0, reward))),
          coupling: Float64Array.from(rows, () => (draw(0, 1) < sparse ? 0 : 10 ** draw(-5, 1))),
        };
        expect([seed, boundAt(model, rows, prices) >= most * (1 - 1e-9)]).toEqual([seed, true]);
        tested++;
      }
    }
    expect(tested).toBeGreaterThan(2000);
  });

  it('clips what an LP engine may return: NaN, infinite and negative prices, tasks priced above their reward', () => {
    const { instance, matrix } = tinyRandom(1);
    const model = rewardRateModel(instance, matrix);
    const rows = allRows(model, randomStream(1, 'prices').uniform);
    const zero = { task: new Float64Array(model.taskNames.length), coupling: new Float64Array(rows.length) };
    for (const bad of [NaN, -Infinity, -5]) {
      const prices = { task: zero.task.map(() => bad), coupling: zero.coupling.map(() => bad) };
      expect(boundAt(model, rows, prices)).toBe(boundAt(model, rows, zero));
    }
    const dear = { ...zero, task: model.rewardPerTask.map((reward) => 2 * reward + 1) };
    expect(boundAt(model, rows, dear)).toBe(boundAt(model, rows, { ...zero, task: model.rewardPerTask }));
    // Prices of rows the engine did not know yet count as zero.
    expect(boundAt(model, rows, { ...zero, coupling: new Float64Array(0) })).toBe(boundAt(model, rows, zero));
  });

  it('without any price it is the value of all arrivals', () => {
    const { instance, matrix } = tinyRandom(2);
    const model = rewardRateModel(instance, matrix);
    const zero = { task: new Float64Array(model.taskNames.length), coupling: new Float64Array(0) };
    const arrivals = instance.workload.taskTypes.reduce(
      (sum, task) => sum + task.rewardPerTask * task.arrivalRatePerS,
      0,
    );
    expect(boundAt(model, [], zero)).toBeCloseTo(arrivals, 12);
  });

  it('marginal values are slopes: no change of cap, red line or arrivals moves the bound by more than they say', async () => {
    const engine = await loadHighs();
    const boundOf = async (model: RewardRateModel) =>
      configurationBound({ model, engine, control: UNLIMITED, ...UNSEEDED }, null);
    let priced = 0;
    for (let seed = 1; seed <= fuzzCount(60, 60); seed++) {
      const { instance, matrix } = tinyRandom(seed, {
        cracs: 1,
        cooling: { quadraticPerC2: 0.0068, linearPerC: 0.0008, constant: 0.458 },
      });
      const model = rewardRateModel(instance, matrix);
      if (model.setPointMinC < 8.5 || idleConflict(model) !== null) continue;
      const base = (await boundOf(model))!;
      const { perCapW, perRedLineC, arrivalPerTaskPerS } = base.marginal;
      const { limits, workload } = instance;
      const moved = async (changed: Partial<typeof instance>, predicted: number): Promise<void> => {
        const bound = (await boundOf(rewardRateModel({ ...instance, ...changed }, matrix)))!.boundRewardPerS;
        // Concave in arrivals and red line, and nearly so in the cap: the linear prediction is an upper estimate.
        const slack = 1e-6 * Math.max(1, base.boundRewardPerS) + 1e-2 * Math.abs(predicted);
        expect([seed, bound <= base.boundRewardPerS + predicted + slack]).toEqual([seed, true]);
        if (predicted > 1e-4) priced++;
      };
      await moved({ limits: { ...limits, powerCapW: limits.powerCapW + 0.5 } }, 0.5 * perCapW);
      await moved({ limits: { ...limits, redLineC: limits.redLineC + 0.05 } }, 0.05 * perRedLineC);
      const more = (i: number) => ({
        taskTypes: workload.taskTypes.map((task, n) =>
          n === i ? { ...task, arrivalRatePerS: task.arrivalRatePerS + 1e-3 } : task,
        ),
      });
      for (const i of workload.taskTypes.keys()) await moved({ workload: more(i) }, 1e-3 * arrivalPerTaskPerS[i]!);
    }
    expect(priced).toBeGreaterThan(30);
  });
});
