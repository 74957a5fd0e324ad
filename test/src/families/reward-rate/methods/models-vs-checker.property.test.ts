import { beforeAll, describe, expect, it } from 'vitest';
import { totalPowerW } from '../../../../../models/facility/power-budget.js';
import { type RewardRateModel, rewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import { heldBy } from '../../../../../src/facility/held-facility.js';
import { influenceMatrixOf } from '../../../../../src/facility/influence.js';
import { loadRewardRateInstance } from '../../../../../src/families/reward-rate/instances/load.js';
import { randomStream } from '../../../../../src/random/stream.js';
import { UNLIMITED } from '../../../../../src/methods/control.js';
import { idleConflict } from '../../../../../src/families/reward-rate/methods/infeasibility.js';
import { lp } from '../../../../../src/families/reward-rate/methods/lp.js';
import { measure } from '../../../../../src/families/reward-rate/methods/rounding/node-plan.js';
import { assignmentsOf } from '../../../../../src/families/reward-rate/methods/outcome.js';
import type { LpEngine } from '../../../../../src/solvers/linear/engine.js';
import { loadHighs } from '../../../../../src/solvers/linear/highs.js';
import { checked, relativeDifference } from '../../../../oracle/checked.js';
import { randomNodes } from '../../../../oracle/random-nodes.js';
import { type TinyFacility, tinyRandom } from '../../../../oracle/tiny-random.js';
import { UNSEEDED } from '../../../../support/unseeded.js';
import { fuzzCount } from '../../../../support/fuzz.js';

const RELATIVE = 1e-9;

/** The models' numbers for a random plan against the checker's, at one set-point. Returns the greatest relative difference. */
function greatestDifference(facility: TinyFacility, model: RewardRateModel, seed: number): number {
  const draw = randomStream(seed, 'plan').uniform;
  const nodes = randomNodes(model, draw);
  const setPointC = draw(model.setPointMinC, model.setPointMaxC);
  const ours = measure(model, nodes);
  const theirs = checked(facility, setPointC, assignmentsOf(model, nodes));
  return Math.max(
    ...[...ours.taskRatePerS].map((rate, i) => relativeDifference(rate, theirs.ratePerS[i]!)),
    relativeDifference(ours.rewardPerS, theirs.rewardPerS),
    relativeDifference(ours.nodePowerW, theirs.power.idleW + theirs.power.coresW),
    ...[...ours.riseC].map((rise, b) => relativeDifference(setPointC + rise, theirs.zoneInletC[b]!)),
    relativeDifference(totalPowerW(model.budget, ours.nodePowerW, setPointC), theirs.power.totalW),
    ...model.matrix.cracNames.map((_, c) => {
      const row = model.thermal.cracHeatRow(c);
      const heatW = row.reduce((sum, share, b) => sum + share * theirs.zoneNodePowerW[b]!, 0);
      return relativeDifference(heatW, theirs.cracHeatW[c]!);
    }),
  );
}

describe('models against the independent checker', () => {
  it('rates, powers, inlets, CRAC heat and total power of random plans agree on random facilities', () => {
    for (let seed = 1; seed <= fuzzCount(500); seed++) {
      const facility = tinyRandom(seed);
      const model = rewardRateModel(facility.instance, facility.matrix);
      expect([seed, greatestDifference(facility, model, seed) < RELATIVE]).toEqual([seed, true]);
    }
  });

  it('and in a whole room of 1,080 nodes', () => {
    const loaded = loadRewardRateInstance('instances/reward-rate/room-1080-hybrid.json');
    if (!loaded.ok) throw new Error(JSON.stringify(loaded.faults));
    const air = influenceMatrixOf(heldBy(loaded.instance), loaded.directory);
    if (!air.ok) throw new Error(JSON.stringify(air.faults));
    const facility = { instance: loaded.instance, matrix: air.matrix };
    const model = rewardRateModel(facility.instance, facility.matrix);
    for (let seed = 1; seed <= fuzzCount(10); seed++)
      expect(greatestDifference(facility, model, seed)).toBeLessThan(RELATIVE);
  });
});

describe('lp: the linear program without co-location', () => {
  const outcomes: {
    seed: number;
    claim: number;
    naive: number;
    timeSliced: number;
    averaged: number;
    wrong: string[];
  }[] = [];

  beforeAll(async () => {
    const engine: LpEngine = await loadHighs();
    for (let seed = 1; seed <= fuzzCount(150, 150); seed++) {
      const facility = tinyRandom(seed, { colocation: seed % 2 === 0 ? 'anchored' : 'none' });
      const model = rewardRateModel(facility.instance, facility.matrix);
      if (idleConflict(model) !== null) continue;
      const { plan, claimedRewardPerS } = await lp({ model, engine, control: UNLIMITED, ...UNSEEDED });
      const { naiveRewardPerS, rewardPerS, averagedRewardPerS, violations } = checked(
        facility,
        plan!.setPointsC,
        plan!.assignments,
      );
      outcomes.push({
        seed,
        claim: claimedRewardPerS!,
        naive: naiveRewardPerS,
        timeSliced: rewardPerS,
        averaged: averagedRewardPerS,
        wrong: violations.map(({ constraint }) => constraint),
      });
    }
  });

  it('its plans are feasible and earn naively what they claim', () => {
    expect(outcomes.length).toBeGreaterThan(100);
    expect(outcomes.filter(({ wrong }) => wrong.length > 0)).toEqual([]);
    expect(outcomes.filter(({ claim, naive }) => relativeDifference(claim, naive) > 1e-7)).toEqual([]);
  });

  it('without co-location all three evaluations agree; with it none earns more than naively', () => {
    for (const { seed, naive, timeSliced, averaged } of outcomes) {
      const agree = [timeSliced, averaged].map((value) => relativeDifference(value, naive) < RELATIVE);
      if (seed % 2 === 1) expect([seed, ...agree]).toEqual([seed, true, true]);
      expect(Math.max(timeSliced, averaged)).toBeLessThanOrEqual(naive * (1 + RELATIVE));
    }
    expect(outcomes.some(({ naive, timeSliced }) => timeSliced < 0.99 * naive)).toBe(true);
  });
});
