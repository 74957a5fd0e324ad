import { describe, expect, it } from 'vitest';
import type { Crac } from '../../../../../models/facility/facility.js';
import type { Limits } from '../../../../../models/families/reward-rate/instance.js';
import { rewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import { POWER_TOLERANCE_W, powerToleranceW, TEMPERATURE_TOLERANCE_C } from '../../../../../src/check/findings.js';
import { UNLIMITED } from '../../../../../src/methods/control.js';
import { configLp } from '../../../../../src/families/reward-rate/methods/config-lp.js';
import { TOLERATED_K, TOLERATED_W, toleratedW } from '../../../../../models/facility/limits.js';
import { idleConflict } from '../../../../../src/families/reward-rate/methods/infeasibility.js';
import { loadHighs } from '../../../../../src/solvers/linear/highs.js';
import { checked } from '../../../../oracle/checked.js';
import { type TinyFacility, tinyRandom } from '../../../../oracle/tiny-random.js';
import { fuzzCount } from '../../../../support/fuzz.js';
import { UNSEEDED } from '../../../../support/unseeded.js';

const FREE = { powerCapW: 1e9, redLineC: 1e3 };

function limited({ instance, matrix }: TinyFacility, limits: Limits, capacitiesW?: readonly number[]): TinyFacility {
  const cracs = instance.facility.cracs.map(({ name, airFlowM3PerS, setPointMinC, setPointMaxC }, c): Crac => ({
    name,
    airFlowM3PerS,
    setPointMinC,
    setPointMaxC,
    ...(capacitiesW === undefined ? {} : { coolingCapacityW: capacitiesW[c]! }),
  }));
  return { matrix, instance: { ...instance, limits, facility: { ...instance.facility, cracs } } };
}

/** Facilities whose limits are what the checker measures with all nodes idle, at one choice of set-points each. */
function* exactlyIdle(seeds: number) {
  for (let seed = 1; seed <= seeds; seed++) {
    for (const count of [1, 2, 3]) {
      const facility = tinyRandom(seed, { mostPlans: 1e9, cracs: count });
      const { cracs } = facility.instance.facility;
      const coldest = cracs.map((crac) => crac.setPointMinC);
      const common = cracs.map(() => Math.max(...coldest));
      for (const setPointsC of [coldest, cracs.map((crac) => crac.setPointMaxC), common]) {
        const { violations, power, zoneInletC, cracHeatW } = checked(limited(facility, FREE), setPointsC, []);
        if (violations.length > 0) continue;
        const cap = { powerCapW: power.totalW };
        const red = { redLineC: Math.max(...zoneInletC) };
        const capacities = cracHeatW.every((heatW) => heatW > 0) ? [limited(facility, FREE, cracHeatW)] : [];
        for (const exact of [
          ...[
            { ...FREE, ...cap },
            { ...FREE, ...red },
            { ...cap, ...red },
          ].map((limits) => limited(facility, limits)),
          ...capacities,
        ]) {
          yield { seed, setPointsC, exact };
        }
      }
    }
  }
}

describe('a facility that idles exactly at its limits', () => {
  it('the tolerances are the checker’s', () => {
    expect([TOLERATED_K, TOLERATED_W]).toEqual([TEMPERATURE_TOLERANCE_C, POWER_TOLERANCE_W]);
    for (const limitW of [1, 300, 1e6, 1e7, 2e7, 1e9]) {
      expect([limitW, toleratedW(limitW)]).toEqual([limitW, powerToleranceW(limitW)]);
    }
    expect(toleratedW(1e9)).toBe(1e-3);
    expect(toleratedW(1000)).toBeCloseTo(1e-6, 15);
  });

  it('is called infeasible nowhere where the checker accepts the idle plan', () => {
    let accepted = 0;
    const seeds = fuzzCount(60);
    for (const { seed, setPointsC, exact } of exactlyIdle(seeds)) {
      if (checked(exact, setPointsC, []).violations.length > 0) continue;
      accepted++;
      const conflict = idleConflict(rewardRateModel(exact.instance, exact.matrix));
      expect([seed, conflict?.message ?? null]).toEqual([seed, null]);
    }
    expect(accepted).toBeGreaterThan((1000 / 60) * seeds);
  });

  it('has a plan that passes the checker, where cap or red line are the limit', async () => {
    const engine = await loadHighs();
    let met = 0;
    for (const { seed, exact } of exactlyIdle(fuzzCount(3))) {
      if (exact.instance.facility.cracs.some(({ coolingCapacityW }) => coolingCapacityW !== undefined)) continue;
      // Every other one: they come in threes of limits, nine of each number of CRACs, so that the next seed tries what this one left.
      if (met++ % 2 === 1) continue;
      const model = rewardRateModel(exact.instance, exact.matrix);
      const { plan } = await configLp({ model, engine, control: UNLIMITED, ...UNSEEDED });
      expect([seed, checked(exact, plan!.setPointsC, plan!.assignments).violations]).toEqual([seed, []]);
    }
  });

  it('and infeasible, naming the limit, where a limit is passed by more than the checker tolerates', () => {
    for (let seed = 1; seed <= fuzzCount(30); seed++) {
      for (const count of [1, 2, 3]) {
        const facility = tinyRandom(seed, { mostPlans: 1e9, cracs: count });
        const coldest = facility.instance.facility.cracs.map((crac) => crac.setPointMinC);
        const idle = checked(limited(facility, FREE), coldest, []);
        const redLineC = Math.max(...idle.zoneInletC) - 2 * TOLERATED_K;
        const totalHeatW = idle.cracHeatW.reduce((sum, heatW) => sum + heatW, 0);
        const conflictOf = ({ instance, matrix }: TinyFacility) => idleConflict(rewardRateModel(instance, matrix));
        const red = conflictOf(limited(facility, { ...FREE, redLineC }))!;
        expect([red.constraint, red.proven]).toEqual(['redLine', true]);
        expect(red.amount).toBeCloseTo(2 * TOLERATED_K, 8);
        const short = conflictOf(
          limited(
            facility,
            FREE,
            coldest.map(() => (0.9 * totalHeatW) / count),
          ),
        )!;
        expect([short.constraint, short.proven]).toEqual(['coolingCapacity', true]);
        expect(short.amount).toBeCloseTo(0.1 * totalHeatW, 6);
        const uncooledW = idle.power.totalW - idle.power.coolingW;
        const powerCapW = uncooledW - 2 * toleratedW(uncooledW);
        const cap = conflictOf(limited(facility, { ...FREE, powerCapW }))!;
        expect([cap.constraint, cap.proven]).toEqual(['powerCap', true]);
      }
    }
  });

  it('capacities that no set-points were found for say how much is missing, where no set-point is common either', () => {
    let unproven = 0;
    for (let seed = 1; seed <= fuzzCount(60, 30); seed++) {
      const facility = tinyRandom(seed, { mostPlans: 1e9, cracs: 2 });
      const coldest = facility.instance.facility.cracs.map((crac) => crac.setPointMinC);
      const common = coldest.map(() => Math.max(...coldest));
      const heatW = checked(limited(facility, FREE), common, []).cracHeatW;
      // Enough at a common set-point, which the ranges do not allow; the colder CRAC takes more.
      const apart = limited(facility, FREE, [1.1 * Math.max(1, heatW[0]!), 10 * Math.max(1, ...heatW)]);
      const cracs = apart.instance.facility.cracs.map((crac, c) => ({
        ...crac,
        setPointMinC: 10 + 10 * c,
        setPointMaxC: 12 + 10 * c,
      }));
      const instance = { ...apart.instance, facility: { ...apart.instance.facility, cracs } };
      const conflict = idleConflict(rewardRateModel(instance, apart.matrix));
      if (conflict?.proven !== false) continue;
      unproven++;
      expect(conflict.constraint).toBe('coolingCapacity');
      expect(conflict.amount).toBeGreaterThan(0);
      expect(conflict.amount).toBeLessThan(Infinity);
    }
    expect(unproven).toBeGreaterThan(10);
  });
});
