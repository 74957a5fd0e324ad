import { beforeAll, describe, expect, it } from 'vitest';
import { rewardRateModel } from '../../../../../../models/families/reward-rate/model.js';
import { UNLIMITED } from '../../../../../../src/methods/control.js';
import { configurationBound } from '../../../../../../src/families/reward-rate/methods/config-lp.js';
import { idleConflict } from '../../../../../../src/families/reward-rate/methods/infeasibility.js';
import type { LpEngine } from '../../../../../../src/solvers/linear/engine.js';
import { loadGlpk } from '../../../../../../src/solvers/linear/glpk.js';
import { loadHighs } from '../../../../../../src/solvers/linear/highs.js';
import { relativeDifference } from '../../../../../oracle/checked.js';
import { oracle } from '../../../../../oracle/brute-force.js';
import { masterInFull } from '../../../../../oracle/master-in-full.js';
import { type TinyFacility, tinyRandom, type TinyOptions } from '../../../../../oracle/tiny-random.js';
import { UNSEEDED } from '../../../../../support/unseeded.js';
import { fuzzCount } from '../../../../../support/fuzz.js';
import { initialCapRows } from '../../../../../../src/families/reward-rate/methods/room-program/cap-rows.js';

const THESIS = { quadraticPerC2: 0.0068, linearPerC: 0.0008, constant: 0.458 };

describe('generated configuration LP against the LP stated in full', () => {
  let highs: LpEngine;
  let glpk: LpEngine;

  beforeAll(async () => {
    [highs, glpk] = [await loadHighs(), await loadGlpk()];
  });

  it('at a fixed set-point its bound is the value of the LP with all configurations and all rows, by either engine', async () => {
    let compared = 0;
    for (const { facility, model, bound, minC } of await bounded(1, fuzzCount(150, 150), { fixedSetPoint: true })) {
      // No tangent is valid at very cold set-points: the bound is weaker there, not wrong.
      if (initialCapRows(model, 1).length === 0) continue;
      const program = masterInFull(facility, minC);
      expect(relativeDifference(bound, valueBy(highs, program)!)).toBeLessThan(1e-6);
      expect(relativeDifference(bound, valueBy(glpk, program)!)).toBeLessThan(1e-6);
      compared++;
    }
    expect(compared).toBeGreaterThan(70);
  });

  it('with the set-point free no set-point of the range earns more than the bound, by any mixture', async () => {
    let compared = 0;
    for (const { seed, facility, bound, minC, maxC } of await bounded(300, 299 + fuzzCount(101, 101), {})) {
      for (let n = 0; n <= 6; n++) {
        const value = valueBy(highs, masterInFull(facility, minC + ((maxC - minC) * n) / 6));
        if (value === null) continue;
        compared++;
        expect([seed, value <= bound * (1 + 1e-7) + 1e-9]).toEqual([seed, true]);
      }
    }
    expect(compared).toBeGreaterThan(300);
  });

  it('where g is convex the best set-point reaches the bound: the tangents and the columns lose nothing', async () => {
    let compared = 0;
    for (const { seed, facility, bound, minC } of await bounded(600, 599 + fuzzCount(41, 41), { cooling: THESIS })) {
      if (minC < 8.5) continue;
      const truth = oracle(facility.instance, facility.matrix);
      // Where idling is feasible the value is concave in the set-point: golden section.
      const { coldestC, warmestC } = truth.operate(truth.zones.map(({ idleW }) => idleW));
      const at = (setPointC: number): number => valueBy(highs, masterInFull(facility, setPointC)) ?? 0;
      let [low, high] = [coldestC, warmestC];
      let best = Math.max(at(low), at(high));
      for (let n = 0; n < 30 && high - low > 1e-7; n++) {
        const [left, right] = [high - 0.618 * (high - low), low + 0.618 * (high - low)];
        const [valueLeft, valueRight] = [at(left), at(right)];
        best = Math.max(best, valueLeft, valueRight);
        if (valueLeft < valueRight) low = left;
        else high = right;
      }
      compared++;
      expect([seed, bound, relativeDifference(bound, best) < 1e-5]).toEqual([seed, bound, true]);
    }
    expect(compared).toBeGreaterThan(15);
  });

  async function bounded(from: number, to: number, options: TinyOptions) {
    const all = [];
    for (let seed = from; seed <= to; seed++) {
      const facility: TinyFacility = tinyRandom(seed, { cracs: 1, ...options });
      const model = rewardRateModel(facility.instance, facility.matrix);
      if (idleConflict(model) !== null) continue;
      const certificate = await configurationBound({ model, engine: highs, control: UNLIMITED, ...UNSEEDED }, null);
      const { setPointMinC: minC, setPointMaxC: maxC } = model;
      all.push({ seed, facility, model, bound: certificate!.boundRewardPerS, minC, maxC });
    }
    return all;
  }
});

function valueBy(engine: LpEngine, program: ReturnType<typeof masterInFull>): number | null {
  const session = engine.open(program);
  try {
    const answer = session.solve();
    return answer.proven === 'optimal' ? answer.point!.objective : null;
  } finally {
    session.dispose();
  }
}
