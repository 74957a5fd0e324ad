import { beforeAll, describe, expect, it } from 'vitest';
import { type RewardRateModel, rewardRateModel } from '../../../../../../models/families/reward-rate/model.js';
import { openBoxLp } from '../../../../../../src/families/reward-rate/methods/bound/box-lp.js';
import { pointBox } from '../../../../../../src/families/reward-rate/methods/bound/cooling-boxes.js';
import { oraclesOf } from '../../../../../../src/families/reward-rate/methods/config-lp.js';
import { idleConflict } from '../../../../../../src/families/reward-rate/methods/infeasibility.js';
import {
  type LagrangianBound,
  lagrangianBound,
} from '../../../../../../src/families/reward-rate/methods/room-program/bound.js';
import { solveConfigurationLp } from '../../../../../../src/families/reward-rate/methods/room-program/configuration-lp.js';
import { corePricingOracle } from '../../../../../../src/families/reward-rate/methods/room-program/core-pricing.js';
import { groupByZone } from '../../../../../../src/families/reward-rate/methods/room-program/grouping.js';
import { UNLIMITED } from '../../../../../../src/methods/control.js';
import { randomStream, type Uniform } from '../../../../../../src/random/stream.js';
import type { LpEngine } from '../../../../../../src/solvers/linear/engine.js';
import { loadHighs } from '../../../../../../src/solvers/linear/highs.js';
import { bruteForce, type NodeOption, oracle } from '../../../../../oracle/brute-force.js';
import { bestMixture } from '../../../../../oracle/mixtures.js';
import { bestOnGrid } from '../../../../../oracle/set-point-grid.js';
import { tinyRandom } from '../../../../../oracle/tiny-random.js';
import { fuzzCount } from '../../../../../support/fuzz.js';

/** Values of the bound from its proof alone, at its prices (first) and at others that an engine might give. */
function valuesOf(model: RewardRateModel, bound: LagrangianBound, draw: Uniform): number[] {
  const { rows, side, prices } = bound;
  const other = (values: Float64Array): Float64Array =>
    values.map((value) =>
      draw(0, 1) < 0.1 ? [NaN, -1, Infinity, 0][Math.floor(draw(0, 4))]! : value * draw(0, 3) + draw(0, 0.01),
    );
  const { task, coupling, on = new Float64Array() } = prices;
  const changed = Array.from({ length: 6 }, () => ({ task: other(task), coupling: other(coupling), on: other(on) }));
  return [prices, ...changed].map(
    (some) => lagrangianBound(model, oraclesOf(model), { rows, side, prices: some }).value,
  );
}

describe('the proof that a bound carries', () => {
  let engine: LpEngine;
  beforeAll(async () => {
    engine = await loadHighs();
  });

  it('gives the bound again, and one on every plan and mixture at other prices, with a common set-point', async () => {
    let compared = 0;
    for (let seed = 1; seed <= fuzzCount(120, 120); seed++) {
      const { instance, matrix } = tinyRandom(seed, { mostPlans: 500, cracs: 1 });
      const model = rewardRateModel(instance, matrix);
      const truth = oracle(instance, matrix);
      const hot: NodeOption[][] = [];
      const { best } = bruteForce(truth, (choice) => hot.push([...choice]));
      if (best === null || idleConflict(model) !== null) continue;
      const lp = await solveConfigurationLp({
        model,
        oracles: oraclesOf(model),
        engine,
        control: UNLIMITED,
        incumbent: null,
      });
      if ('failure' in lp) throw new Error(lp.failure);
      const draw = randomStream(seed, 'prices').uniform;
      const [again, ...others] = valuesOf(model, lp.bound, draw);
      expect([seed, again]).toEqual([seed, lp.bound.value]);
      const most = Math.max(best.rewardPerS, bestMixture(truth, hot, best.choice, draw));
      for (const value of [again!, ...others]) {
        expect([seed, value >= most * (1 - 1e-9)]).toEqual([seed, true]);
        compared++;
      }
    }
    expect(compared).toBeGreaterThan(300);
  });

  it('gives the bound again, and one on every plan of a grid at other prices, with set-points of their own', async () => {
    let compared = 0;
    for (let seed = 1; seed <= fuzzCount(30, 30); seed++) {
      const { instance, matrix } = tinyRandom(seed, { mostPlans: 200, cracs: 2 });
      const model = rewardRateModel(instance, matrix);
      const best = idleConflict(model) === null ? bestOnGrid({ instance, matrix }, oracle(instance, matrix), 7) : null;
      if (best === null) continue;
      const draw = randomStream(seed, 'prices').uniform;
      const lp = openBoxLp({
        model,
        oracles: oraclesOf(model),
        engine,
        grouping: groupByZone(model),
        work: { masterSolves: 0, columns: 0, rows: 0 },
        step: (bound) => {
          const [again, ...others] = valuesOf(model, bound!, draw);
          // Rows without a price are no part of the proof: sums may end in another digit.
          expect([seed, Math.abs(again! - bound!.value) <= 1e-12 * bound!.value]).toEqual([seed, true]);
          for (const value of [again!, ...others]) {
            expect([seed, value >= best.rewardPerS * (1 - 1e-9)]).toEqual([seed, true]);
            compared++;
          }
          return Promise.resolve(false);
        },
      });
      try {
        lp.room.seedFirst();
        await lp.solve({ box: lp.root, gap: 1e-6 });
      } finally {
        lp.dispose();
      }
    }
    expect(compared).toBeGreaterThan(100);
  });

  it('meets the value of the LP where set-points are fixed, for the ranges of the box count', async () => {
    const counted = { solved: 0, met: 0 };
    for (let seed = 1; seed <= fuzzCount(30, 30); seed++) {
      const { instance, matrix } = tinyRandom(seed, { mostPlans: 200, cracs: 2 });
      const model = rewardRateModel(instance, matrix);
      if (idleConflict(model) !== null) continue;
      const lp = openBoxLp({
        model,
        oracles: oraclesOf(model),
        engine,
        grouping: groupByZone(model),
        work: { masterSolves: 0, columns: 0, rows: 0 },
        step: () => Promise.resolve(false),
      });
      try {
        lp.room.seedFirst();
        const first = await lp.solve({ box: lp.root, gap: 1e-6 });
        if ('failure' in first) throw new Error(first.failure);
        const { point } = first;
        const there = await lp.solve({ box: pointBox(model, lp.root, point), about: point, gap: 1e-6 });
        if ('failure' in there) throw new Error(there.failure);
        counted.solved++;
        if (there.bound.value <= there.solution.objective + 1e-5 * Math.abs(there.bound.value) + 1e-12) counted.met++;
      } finally {
        lp.dispose();
      }
    }
    expect(counted.solved).toBeGreaterThan(10);
    expect(counted.met).toBeGreaterThan(0.9 * counted.solved);
  });

  it('counts every core of a node where configurations are of single cores', async () => {
    let compared = 0;
    for (let seed = 1; seed <= fuzzCount(40, 40); seed++) {
      const { instance, matrix } = tinyRandom(seed, { mostPlans: 500, cracs: 1 });
      const model = rewardRateModel(instance, matrix);
      if (idleConflict(model) !== null) continue;
      const oracles = model.nodeTypes.map((_, type) => corePricingOracle(model, type));
      const lp = await solveConfigurationLp({ model, oracles, engine, control: UNLIMITED, incumbent: null });
      if ('failure' in lp) throw new Error(lp.failure);
      const { objective } = lp.solution;
      expect([seed, lp.bound.value >= objective * (1 - 1e-9)]).toEqual([seed, true]);
      const isAttained = lp.passesCapAtC === undefined && lp.bound.value <= objective * (1 + 1e-5);
      if (objective > 0 && isAttained) compared++;
    }
    expect(compared).toBeGreaterThan(10);
  });
});
