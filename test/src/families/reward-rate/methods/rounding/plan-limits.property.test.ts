import { expect, it } from 'vitest';
import { type RewardRateModel, rewardRateModel } from '../../../../../../models/families/reward-rate/model.js';
import { cracHeatW } from '../../../../../../models/facility/room-state.js';
import { zoneState } from '../../../../../../models/families/reward-rate/set-points.js';
import type { CouplingRow } from '../../../../../../src/families/reward-rate/methods/room-program/coupling.js';
import { assignmentsOf } from '../../../../../../src/families/reward-rate/methods/outcome.js';
import { limitsAt } from '../../../../../../src/families/reward-rate/methods/rounding/plan-limits.js';
import {
  type NodeConfigurations,
  zonePowersW,
} from '../../../../../../src/families/reward-rate/methods/rounding/node-plan.js';
import { randomStream } from '../../../../../../src/random/stream.js';
import { checked } from '../../../../../oracle/checked.js';
import { randomHalls } from '../../../../../oracle/random-halls.js';
import { randomNodes } from '../../../../../oracle/random-nodes.js';
import { tinyRandom } from '../../../../../oracle/tiny-random.js';
import { fuzzCount } from '../../../../../support/fuzz.js';
import { QuadraticUps } from '../../../../../support/quadratic-ups.js';

/** Distance from a limit, in its unit, that is rounding of sums in another order and the margins of the rows. */
const MARGIN = 1e-4;

/** Amount by which a plan passes a row: W for powers, C for red lines; negative where it keeps the row. */
function excessOf(model: RewardRateModel, nodes: NodeConfigurations, row: CouplingRow): number {
  const powersW = zonePowersW(model, nodes);
  const used = row.zoneCoefficient.reduce(
    (sum, value, b) => sum + (value * (powersW[b]! - model.zones[b]!.idleW)) / 1000,
    0,
  );
  return (used - row.rhs) / row.rhsPerLimit;
}

it('limits at set-points that stay are those of the checker: power, inlets, and whether a plan keeps them all', () => {
  let kept = 0;
  let broken = 0;
  for (let seed = 1; seed <= fuzzCount(200); seed++) {
    const facility = seed % 2 === 0 ? randomHalls(seed, 6, 3, 0.3) : tinyRandom(seed, { cracs: 2 });
    const model = rewardRateModel(facility.instance, facility.matrix);
    const draw = randomStream(seed, 'fixed-set-points').uniform;
    const nodes = randomNodes(model, draw);
    const setPointsC = model.cracs.map(({ setPointMinC, setPointMaxC }) => draw(setPointMinC, setPointMaxC));
    const theirs = checked(facility, setPointsC, assignmentsOf(model, nodes));
    const heatW = cracHeatW(model, zoneState(model, zonePowersW(model, nodes)), setPointsC);
    const limits = limitsAt(model, setPointsC, heatW, model.zones.keys());
    const { rows } = limits;
    const [cap, ...others] = rows;
    expect(Math.abs(excessOf(model, nodes, cap!) - (theirs.power.totalW - model.budget.powerCapW))).toBeLessThan(
      MARGIN,
    );
    for (const row of others.filter(({ constraint }) => constraint === 'redLine')) {
      const over = theirs.zoneInletC[row.zone]! - model.redLineC;
      expect(Math.abs(excessOf(model, nodes, row) - over)).toBeLessThan(1e-8);
    }
    const excess = Math.max(...rows.map((row) => excessOf(model, nodes, row)));
    const { feasible, rewardPerS } = limits.judge(nodes, []);
    expect(rewardPerS).toBeCloseTo(theirs.rewardPerS, 9);
    if (excess < -MARGIN) {
      expect([seed, feasible, theirs.violations]).toEqual([seed, true, []]);
      kept++;
    } else if (excess > 2e-3) {
      expect([seed, feasible]).toEqual([seed, false]);
      expect([seed, theirs.violations.length > 0]).toEqual([seed, true]);
      broken++;
    }
  }
  expect(Math.min(kept, broken)).toBeGreaterThan(fuzzCount(200) / 10);
});

it('a plan is judged by its racks and PDUs too, where nothing else limits it', () => {
  const counted = { kept: 0, broken: 0 };
  for (let seed = 1; seed <= fuzzCount(300, 100); seed++) {
    const { instance, matrix } = tinyRandom(seed, { cracs: 2 });
    const plain = rewardRateModel(instance, matrix);
    const model = { ...plain, redLineC: 1000, budget: { ...plain.budget, powerCapW: 1e9 }, coolingLimits: [] };
    if (model.powerLimits.length === 0) continue;
    const nodes = randomNodes(model, randomStream(seed, 'nodes').uniform);
    const powersW = zonePowersW(model, nodes);
    const setPointsC = model.cracs.map(({ setPointMinC }) => setPointMinC);
    const overW = Math.max(
      ...model.powerLimits.map(({ zones, limit }) => zones.reduce((sum, b) => sum + powersW[b]!, -limit)),
    );
    const state = zoneState(model, powersW);
    const wide = { ...model, cracs: model.cracs.map((crac) => ({ ...crac, capacityW: Infinity })) };
    const { feasible } = limitsAt(wide, setPointsC, cracHeatW(model, state, setPointsC), []).judge(nodes, []);
    expect([seed, feasible]).toEqual([seed, overW <= 1e-9]);
    counted[feasible ? 'kept' : 'broken']++;
  }
  expect(Math.min(counted.kept, counted.broken)).toBeGreaterThan(3);
});

it('rows that a judgement adds exclude the plan that passed them: they are those of the hottest zones', () => {
  let hot = 0;
  for (let seed = 1; seed <= fuzzCount(200); seed++) {
    // Every second hall has more zones than get a row at once.
    const facility = randomHalls(seed, seed % 2 === 0 ? 6 : 40, 3, 0.3);
    const model = rewardRateModel(facility.instance, facility.matrix);
    const draw = randomStream(seed, 'fixed-set-points').uniform;
    const nodes = randomNodes(model, draw);
    const setPointsC = model.cracs.map(({ setPointMinC, setPointMaxC }) => draw(setPointMinC, setPointMaxC));
    const heatW = cracHeatW(model, zoneState(model, zonePowersW(model, nodes)), setPointsC);
    const { more } = limitsAt(model, setPointsC, heatW, []).judge(nodes, []);
    const { zoneInletC } = checked(facility, setPointsC, assignmentsOf(model, nodes));
    const hottest = Math.max(...zoneInletC) - model.redLineC;
    if (hottest < 1e-6) continue;
    hot++;
    expect(Math.max(...more.map((row) => excessOf(model, nodes, row)))).toBeCloseTo(hottest, 8);
  }
  expect(hot).toBeGreaterThan(fuzzCount(200) / 10);
});

it('a plan above the cap gets a row that is exact at its own power, where the efficiency of the UPS depends on the load', () => {
  let over = 0;
  for (let seed = 1; seed <= fuzzCount(200); seed++) {
    const facility = randomHalls(seed, 6, 3, 0.3);
    const plain = rewardRateModel(facility.instance, facility.matrix);
    const ups = new QuadraticUps(50, 0.05, 0.2, 3000);
    const model = { ...plain, budget: { ...plain.budget, ups } };
    const draw = randomStream(seed, 'fixed-set-points').uniform;
    const nodes = randomNodes(model, draw);
    const setPointsC = model.cracs.map(({ setPointMinC, setPointMaxC }) => draw(setPointMinC, setPointMaxC));
    const { power } = checked(facility, setPointsC, assignmentsOf(model, nodes));
    const nodesW = power.idleW + power.coresW;
    // U(S) = S + 50 + 0.05 S + 0.2 S^2 / 3000.
    const totalW = 1.05 * nodesW + 50 + (0.2 * nodesW ** 2) / 3000 + power.coolingW + power.otherW;
    if (totalW < model.budget.powerCapW || !Number.isFinite(model.budget.powerCapW)) continue;
    const heatW = cracHeatW(model, zoneState(model, zonePowersW(model, nodes)), setPointsC);
    if (heatW.some((removedW) => removedW <= 0)) continue;
    over++;
    // The first row is that of three times the power.
    const limits = limitsAt(
      model,
      setPointsC,
      heatW.map((removedW) => 3 * removedW),
      [],
    );
    const { feasible, more } = limits.judge(nodes, []);
    expect(feasible).toBe(false);
    const cap = more.find(({ constraint }) => constraint === 'powerCap')!;
    expect(Math.abs(excessOf(model, nodes, cap) - (totalW - model.budget.powerCapW))).toBeLessThan(MARGIN);
    expect(excessOf(model, nodes, limits.rows[0]!)).toBeLessThan(totalW - model.budget.powerCapW - 1);
  }
  expect(over).toBeGreaterThan(fuzzCount(200) / 10);
});
