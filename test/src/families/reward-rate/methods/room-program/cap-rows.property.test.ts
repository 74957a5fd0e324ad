import { expect, it } from 'vitest';
import { totalPowerW } from '../../../../../../models/facility/power-budget.js';
import { rewardRateModel } from '../../../../../../models/families/reward-rate/model.js';
import { configLp, oraclesOf } from '../../../../../../src/families/reward-rate/methods/config-lp.js';
import { idleConflict } from '../../../../../../src/families/reward-rate/methods/infeasibility.js';
import { capRowsAt } from '../../../../../../src/families/reward-rate/methods/room-program/cap-rows.js';
import {
  type FirstColumns,
  solveConfigurationLp,
} from '../../../../../../src/families/reward-rate/methods/room-program/configuration-lp.js';
import { excessOf } from '../../../../../../src/families/reward-rate/methods/room-program/coupling.js';
import { firstColumns } from '../../../../../../src/families/reward-rate/methods/room-program/warm-start.js';
import { withCap } from '../../../../../../src/families/reward-rate/methods/with-cap.js';
import { UNLIMITED } from '../../../../../../src/methods/control.js';
import { randomStream } from '../../../../../../src/random/stream.js';
import { loadHighs } from '../../../../../../src/solvers/linear/highs.js';
import { tinyRandom } from '../../../../../oracle/tiny-random.js';
import { fuzzCount } from '../../../../../support/fuzz.js';
import { UNSEEDED } from '../../../../../support/unseeded.js';

it('the row of the cap at a set-point is met exactly by the node power that draws the cap there, and by all that draw less', () => {
  const count = fuzzCount(60);
  let rows = 0;
  for (let seed = 0; seed < count; seed++) {
    const { instance, matrix } = tinyRandom(seed, { cracs: 1 });
    const model = rewardRateModel(instance, matrix);
    const { budget, zones, setPointMinC, setPointMaxC } = model;
    const { uniform } = randomStream(seed, 'powers');
    const idleW = Float64Array.from(zones, (zone) => zone.idleW);
    const sumW = idleW.reduce((sum, powerW) => sum + powerW, 0);
    const atC = uniform(setPointMinC, setPointMaxC);
    const [row] = capRowsAt(model, atC);
    if (row === undefined) continue;
    rows++;
    const excess = (nodePowerW: number, setPointC: number): number =>
      excessOf(
        row,
        { idleW },
        idleW.map((powerW) => (powerW * nodePowerW) / sumW),
        () => setPointC,
      );
    // By bisection: node power that draws the whole cap at the set-point.
    let [low, high] = [0, budget.powerCapW];
    for (let n = 0; n < 100; n++) {
      const middle = (low + high) / 2;
      if (totalPowerW(budget, middle, atC) <= budget.powerCapW) low = middle;
      else high = middle;
    }
    expect([seed, Math.abs(excess(low, atC)) < 1e-7]).toEqual([seed, true]);
    for (let n = 0; n < 20; n++) {
      const setPointC = uniform(setPointMinC, setPointMaxC);
      const nodePowerW = uniform(sumW, budget.powerCapW);
      if (totalPowerW(budget, nodePowerW, setPointC) > budget.powerCapW) continue;
      expect([seed, excess(nodePowerW, setPointC) < 1e-7]).toEqual([seed, true]);
    }
  }
  expect(rows).toBeGreaterThan(count / 4);
});

it('there is no such row where the set-point is not known', () => {
  const { instance, matrix } = tinyRandom(1, { cracs: 1 });
  expect(capRowsAt(rewardRateModel(instance, matrix), null)).toEqual([]);
});

it('a run that knows the set-point of a similar one has the same value with fewer LPs', async () => {
  const engine = await loadHighs();
  const solves = { known: 0, unknown: 0 };
  for (let seed = 0; seed < fuzzCount(30, 30); seed++) {
    const { instance, matrix } = tinyRandom(seed, { cracs: 1 });
    const base = rewardRateModel(instance, matrix);
    if (idleConflict(base) !== null) continue;
    const { next = null } = await configLp({ model: base, engine, control: UNLIMITED, ...UNSEEDED });
    const model = withCap(base, 0.999 * base.budget.powerCapW);
    const first = idleConflict(model) === null ? firstColumns(model, next) : null;
    if (first === null) continue;
    expect(first.setPointC).toBe(next!.plan!.setPointsC[base.cracs[0]!.index]);
    const valueWith = async (of: FirstColumns, key: keyof typeof solves): Promise<number> => {
      const oracles = oraclesOf(model);
      const lp = await solveConfigurationLp({ model, oracles, engine, control: UNLIMITED, incumbent: null, first: of });
      if ('failure' in lp) throw new Error(lp.failure);
      solves[key] += lp.work.masterSolves;
      return lp.bound.value;
    };
    const known = await valueWith(first, 'known');
    const unknown = await valueWith({ ...first, setPointC: null }, 'unknown');
    expect([seed, Math.abs(known - unknown) <= 3e-7 * unknown]).toEqual([seed, true]);
  }
  expect(solves.unknown).toBeGreaterThan(20);
  expect(solves.known).toBeLessThan(solves.unknown);
});
