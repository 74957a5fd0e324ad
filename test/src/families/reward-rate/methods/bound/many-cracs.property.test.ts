import { beforeAll, describe, expect, it } from 'vitest';
import { type RewardRateModel, rewardRateModel } from '../../../../../../models/families/reward-rate/model.js';
import { oraclesOf } from '../../../../../../src/families/reward-rate/methods/config-lp.js';
import { idleConflict } from '../../../../../../src/families/reward-rate/methods/infeasibility.js';
import {
  type LagrangianBound,
  lagrangianBound,
} from '../../../../../../src/families/reward-rate/methods/room-program/bound.js';
import { mixedPrices } from '../../../../../../src/families/reward-rate/methods/bound/mixed-prices.js';
import { solveSeveralCracs } from '../../../../../../src/families/reward-rate/methods/bound/several-cracs.js';
import type { ConfigurationLpResult } from '../../../../../../src/families/reward-rate/methods/room-program/configuration-lp.js';
import { UNLIMITED } from '../../../../../../src/methods/control.js';
import { randomStream } from '../../../../../../src/random/stream.js';
import type { LpEngine } from '../../../../../../src/solvers/linear/engine.js';
import { loadHighs } from '../../../../../../src/solvers/linear/highs.js';
import { oracle } from '../../../../../oracle/brute-force.js';
import { relativeDifference } from '../../../../../oracle/checked.js';
import { fixedSetPointsLp } from '../../../../../oracle/fixed-set-points-lp.js';
import { randomHalls } from '../../../../../oracle/random-halls.js';
import { bestAmong } from '../../../../../oracle/set-point-grid.js';
import { type TinyFacility, tinyRandom } from '../../../../../oracle/tiny-random.js';
import { fuzzCount } from '../../../../../support/fuzz.js';
import {
  commonSetPointColumn,
  initialCapRows,
} from '../../../../../../src/families/reward-rate/methods/room-program/cap-rows.js';
import {
  airRows,
  lpRooms,
  powerLimitRows,
  redLineRow,
} from '../../../../../../src/families/reward-rate/methods/room-program/coupling.js';

const above = (bound: number): number => bound * (1 + 1e-7) + 1e-12;

/** Set-points of every CRAC: one common to all, any, and some near those given. */
function* drawn({ instance, matrix }: TinyFacility, near: readonly number[], seed: number, count: number) {
  const draw = randomStream(seed, 'many-cracs').uniform;
  const cracs = matrix.cracNames.map((name) => instance.facility.cracs.find((crac) => crac.name === name)!);
  const within = (value: number, c: number): number =>
    Math.min(cracs[c]!.setPointMaxC, Math.max(cracs[c]!.setPointMinC, value));
  for (let n = 0; n < count; n++) {
    const commonC = draw(8, 30);
    yield cracs.map((_, c) => within(commonC, c));
    yield cracs.map(({ setPointMinC, setPointMaxC }) => draw(setPointMinC, setPointMaxC));
    const byC = draw(0, 1) ** 3;
    yield near.map((value, c) => within(value + byC * draw(-1, 1), c));
    yield near.map((value, c) => within(draw(0, 1) < 0.2 ? value + draw(-3, 3) : value, c));
  }
}

async function boundOf(model: RewardRateModel, engine: LpEngine): Promise<ConfigurationLpResult> {
  const lp = await solveSeveralCracs({ model, oracles: oraclesOf(model), engine, control: UNLIMITED, incumbent: null });
  if (lp === null || 'failure' in lp) throw new Error('no bound');
  return lp;
}

describe('13 to 16 CRACs with set-points of their own', () => {
  let engine: LpEngine;

  beforeAll(async () => {
    engine = await loadHighs();
  });

  it('no plan of whole nodes at any set-points drawn earns more than the bound, by formulas of the checker', async () => {
    let earning = 0;
    for (let n = 0; n < fuzzCount(40, 2); n++) {
      const facility = tinyRandom(4000 + n, { mostPlans: 60, cracs: 13 + (n % 4) });
      const model = rewardRateModel(facility.instance, facility.matrix);
      if (idleConflict(model) !== null) continue;
      const lp = await boundOf(model, engine);
      const setPoints = [...drawn(facility, [...lp.at!.setPointsC], n, 25)];
      const best = bestAmong(facility, oracle(facility.instance, facility.matrix), setPoints);
      expect(best?.rewardPerS ?? 0).toBeLessThanOrEqual(above(lp.bound.value));
      if (best !== null && best.rewardPerS > 0) earning++;
    }
    expect(earning).toBeGreaterThan(0);
  });

  it('no mixture at any set-points drawn earns more, and none at a common one more than the mixture found but for the goal', async () => {
    let compared = 0;
    for (let n = 0; n < fuzzCount(24, 3); n++) {
      const facility = randomHalls(4100 + n, 24, 13 + (n % 4), [0.002, 0.05, 0.4][n % 3]!);
      const model = rewardRateModel(facility.instance, facility.matrix);
      if (idleConflict(model) !== null) continue;
      const lp = await boundOf(model, engine);
      const earns = fixedSetPointsLp(facility, engine);
      const here = [...lp.at!.setPointsC];
      expect(relativeDifference(earns(here)!, lp.at!.rewardPerS)).toBeLessThan(1e-4);
      for (const [k, setPointsC] of [here, ...drawn(facility, here, n, 3)].entries()) {
        const value = earns(setPointsC) ?? 0;
        expect(value).toBeLessThanOrEqual(above(lp.bound.value));
        // Some of those drawn are common to all.
        const isCommon = Math.max(...setPointsC) - Math.min(...setPointsC) < 1e-9;
        expect(isCommon ? value : 0).toBeLessThanOrEqual(lp.at!.rewardPerS * (1 + 2.1e-4));
        if (k > 0 && value > 0) compared++;
      }
    }
    expect(compared).toBeGreaterThan(5);
  });
});

/** Halls in which other prices are tried. */
const MIXED = [31, 50, 59];

describe('5 to 8 CRACs, whose bound may be at prices between those of two mixtures', () => {
  let engine: LpEngine;

  beforeAll(async () => {
    engine = await loadHighs();
  });

  it('no mixture at any set-points drawn earns more than the bound, and the one found earns what it says', async () => {
    let compared = 0;
    for (const n of [...MIXED, ...Array(fuzzCount(60, 1)).keys()]) {
      const facility = randomHalls(4300 + n, 18, 5 + (n % 4), [0.01, 0.03, 0.08][n % 3]!);
      const model = rewardRateModel(facility.instance, facility.matrix);
      if (idleConflict(model) !== null) continue;
      const lp = await boundOf(model, engine);
      const earns = fixedSetPointsLp(facility, engine);
      const here = [...lp.at!.setPointsC];
      expect(relativeDifference(earns(here)!, lp.at!.rewardPerS)).toBeLessThan(1e-4);
      for (const setPointsC of drawn(facility, here, n, 4)) {
        const value = earns(setPointsC) ?? 0;
        expect(value).toBeLessThanOrEqual(above(lp.bound.value));
        if (value > 0) compared++;
      }
    }
    expect(compared).toBeGreaterThan(5);
  });

  it('between two prices the Lagrangian bound is at most what is as much between the bounds at both', () => {
    for (let n = 0; n < fuzzCount(200, 4); n++) {
      const { instance, matrix } = randomHalls(4400 + n, 8, 1, 0);
      const model = rewardRateModel(instance, matrix);
      const draw = randomStream(n, 'prices').uniform;
      const rows = [
        ...initialCapRows(model, 6),
        ...powerLimitRows(model),
        ...airRows(lpRooms(model, 'common')),
        ...model.zones.map((_, zone) => redLineRow(lpRooms(model, 'common')[0], zone)),
      ];
      const side = commonSetPointColumn(model);
      const at = (task: Float64Array, coupling: Float64Array, ofRows = rows): LagrangianBound =>
        lagrangianBound(model, oraclesOf(model), { rows: ofRows, prices: { task, coupling }, side });
      const any = (ofRows: typeof rows): LagrangianBound =>
        at(
          Float64Array.from(model.rewardPerTask, (reward) => draw(0, reward)),
          Float64Array.from(ofRows, () => draw(0, 1) ** 3),
          ofRows,
        );
      // Two LPs have rows of their own, in their own order.
      const [a, b] = [any(rows), any([...rows].reverse().slice(1))];
      const share = draw(0, 1);
      const between = mixedPrices(a, b, share);
      const { task, coupling } = between.prices;
      expect(at(task, coupling, [...between.rows]).value).toBeLessThanOrEqual(
        above((1 - share) * a.value + share * b.value),
      );
    }
  });
});
