import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { coefficientOfPerformance, powerToRemoveW, outletForCop } from '../../../models/physics/cooling/crac.js';
import {
  chordOfColdestSetPoint,
  coldestAffordableSetPointC,
  greatestNodePowerW,
  type PowerBudget,
  tangentOfColdestSetPoint,
  totalPowerW,
} from '../../../models/facility/power-budget.js';
import { nodePowerWithinW } from '../../../models/facility/meter.js';
import { ConstantEfficiency, type Ups } from '../../../models/facility/ups.js';
import { fuzzCount } from '../../support/fuzz.js';
import { QuadraticUps } from '../../support/quadratic-ups.js';

const THESIS = { quadraticPerC2: 0.0068, linearPerC: 0.0008, constant: 0.458 };
const real = (min: number, max: number): fc.Arbitrary<number> => fc.double({ min, max, noNaN: true });

/** CoPs that rise and are positive from 1 to 35 C: steep and flat parabolas, flattening ones, lines. */
const rising = fc.oneof(
  fc.constant(THESIS),
  fc.record({ quadraticPerC2: real(0.0005, 0.03), linearPerC: real(0, 0.3), constant: real(0.05, 3) }),
  fc.record({ quadraticPerC2: real(0.0002, 0.002), linearPerC: real(0.05, 0.4), constant: real(-0.04, 1) }),
  fc.record({ quadraticPerC2: real(-0.001, -0.0003), linearPerC: real(0.1, 0.4), constant: real(0.1, 3) }),
  fc.record({ quadraticPerC2: fc.constant(0), linearPerC: real(0.01, 0.5), constant: real(0, 3) }),
);
const constant: fc.Arbitrary<Ups> = fc
  .oneof(fc.constant(1), real(0.8, 1))
  .map((efficiency) => new ConstantEfficiency(efficiency));
/** UPSs with losses without load, in proportion to it and to its square: far larger than real ones, too. */
const loadDependent: fc.Arbitrary<Ups> = fc
  .tuple(real(0, 20_000), real(0, 0.2), real(0, 0.5), real(50_000, 300_000))
  .map(([noLoadW, perW, squared, ratedW]) => new QuadraticUps(noLoadW, perW, squared, ratedW));
const budgets: fc.Arbitrary<PowerBudget> = fc.record({
  cooling: rising,
  ups: fc.oneof(constant, loadDependent),
  otherLoadW: fc.oneof(fc.constant(0), real(0, 50_000)),
  powerCapW: real(100_000, 300_000),
});
/** Parts of a whole; those of `real` are mostly next to 0. */
const evenShare = fc.integer({ min: 0, max: 99 }).map((percent) => percent / 100);
const SEEDED = { seed: 20260214, numRuns: fuzzCount(400, 400) };

describe('CoP and its inverse', () => {
  it('the inverse gives back the outlet temperature whose CoP it was given', () => {
    fc.assert(
      fc.property(rising, real(1, 35), (cooling, outletC) => {
        expect(outletForCop(cooling, coefficientOfPerformance(cooling, outletC))).toBeCloseTo(outletC, 6);
      }),
      SEEDED,
    );
  });

  it('a constant CoP is reached everywhere or nowhere, a parabola never above its vertex', () => {
    const constant = { quadraticPerC2: 0, linearPerC: 0, constant: 3 };
    expect([outletForCop(constant, 3), outletForCop(constant, 3.01)]).toEqual([-Infinity, Infinity]);
    expect(outletForCop({ quadraticPerC2: -0.01, linearPerC: 0.4, constant: 1 }, 5.01)).toBe(Infinity);
    expect(outletForCop(THESIS, 0.4)).toBe(-Infinity);
  });

  it('a CRAC that gets colder air than it delivers draws nothing, otherwise heat / CoP', () => {
    expect(powerToRemoveW(THESIS, -5, 20)).toBe(0);
    expect(powerToRemoveW(THESIS, 3194, 20)).toBeCloseTo(3194 / (0.0068 * 400 + 0.0008 * 20 + 0.458), 9);
  });
});

describe('what a meter cap leaves for the nodes', () => {
  it('greatest node power and coldest set-point are inverse, and draw exactly the cap', () => {
    fc.assert(
      fc.property(budgets, real(1, 35), (budget, setPointC) => {
        const nodeW = greatestNodePowerW(budget, setPointC);
        expect(Math.abs(totalPowerW(budget, nodeW, setPointC) / budget.powerCapW - 1)).toBeLessThan(1e-12);
        expect(coldestAffordableSetPointC(budget, nodeW)).toBeCloseTo(setPointC, 6);
      }),
      SEEDED,
    );
  });

  it('no set-point affords more than what the UPS passes of the cap, and nothing costs nothing', () => {
    const budget: PowerBudget = {
      cooling: THESIS,
      ups: new ConstantEfficiency(0.9),
      otherLoadW: 10_000,
      powerCapW: 100_000,
    };
    expect(coldestAffordableSetPointC(budget, 81_000)).toBe(Infinity);
    expect(coldestAffordableSetPointC({ ...budget, otherLoadW: 100_000 }, 0)).toBe(-Infinity);
    expect(greatestNodePowerW({ ...budget, otherLoadW: 100_001 }, 20)).toBe(0);
  });

  it('the chord never passes above max(Tmin, g) from the least node power to what the warmest set-point affords, and is as steep as that allows', () => {
    let checked = 0;
    fc.assert(
      fc.property(budgets, real(1, 12), real(14, 35), evenShare, (budget, minC, maxC, share) => {
        const toW = greatestNodePowerW(budget, maxC);
        const leastW = share * toW;
        const chord = chordOfColdestSetPoint(budget, leastW, minC, maxC);
        if (chord === null) return;
        checked++;
        const startsAtC = Math.max(minC, coldestAffordableSetPointC(budget, chord.nodePowerW));
        expect(chord.setPointC).toBeCloseTo(startsAtC, 6);
        let steepest = Infinity;
        for (let n = 0; n <= 500; n++) {
          const powerW = leastW + ((toW - leastW) * n) / 500;
          const trueC = Math.max(minC, coldestAffordableSetPointC(budget, powerW));
          const lineC = chord.setPointC + chord.slopeCPerW * (powerW - chord.nodePowerW);
          expect(lineC).toBeLessThanOrEqual(trueC + 1e-9);
          const runW = powerW - chord.nodePowerW;
          if (runW > 1e-6 * toW) steepest = Math.min(steepest, (trueC - chord.setPointC) / runW);
        }
        // Under another UPS the chord is that of g with the UPS's tangent, and may be flatter.
        if (budget.ups instanceof ConstantEfficiency) expect(chord.slopeCPerW).toBeGreaterThan(0.95 * steepest);
      }),
      SEEDED,
    );
    expect(checked).toBeGreaterThan(300);
  });

  it('no tangent passes above max(Tmin, g) at any node power, on the convex and the concave part of g', () => {
    let concave = 0;
    fc.assert(
      fc.property(budgets, real(1, 30), real(0.5, 15), real(0, 1), real(0, 1), (budget, minC, spread, at, least) => {
        const nodeW = greatestNodePowerW(budget, minC + spread * at);
        const leastW = least * greatestNodePowerW(budget, minC + spread);
        const tangent = tangentOfColdestSetPoint(budget, nodeW, leastW, minC);
        if (tangent === null) {
          concave++;
          return;
        }
        expect(tangent.slopeCPerW).toBeGreaterThan(0);
        const mostW = nodePowerWithinW(budget, budget.powerCapW - budget.otherLoadW);
        let worstC = -Infinity;
        for (let n = 0; n <= 400; n++) {
          const powerW = leastW + ((mostW - leastW) * n) / 400;
          const lineC = tangent.setPointC + tangent.slopeCPerW * (powerW - tangent.nodePowerW);
          worstC = Math.max(worstC, lineC - Math.max(minC, coldestAffordableSetPointC(budget, powerW)));
        }
        expect(worstC).toBeLessThanOrEqual(1e-7);
      }),
      SEEDED,
    );
    // The concave part must be met, or the test says nothing about it.
    expect(concave).toBeGreaterThan(10);
  });

  it.each([new ConstantEfficiency(0.93), new QuadraticUps(4000, 0.02, 0.05, 150_000)])(
    'touches g with the slope of g: %o',
    (ups) => {
      const budget: PowerBudget = { cooling: THESIS, ups, otherLoadW: 7000, powerCapW: 210_000 };
      for (const setPointC of [10, 14, 19, 25, 33]) {
        const nodeW = greatestNodePowerW(budget, setPointC);
        const tangent = tangentOfColdestSetPoint(budget, nodeW, 0, 9)!;
        const stepW = 1e-3;
        const difference =
          (coldestAffordableSetPointC(budget, nodeW + stepW) - coldestAffordableSetPointC(budget, nodeW - stepW)) /
          (2 * stepW);
        expect(tangent.setPointC).toBeCloseTo(setPointC, 9);
        expect(Math.abs(tangent.slopeCPerW / difference - 1)).toBeLessThan(1e-5);
      }
    },
  );

  it('finds a tangent at every set-point where g is convex throughout: lines, flattening CoPs and flat parabolas', () => {
    const flat = { quadraticPerC2: 0.0005, linearPerC: 0.1, constant: 1 };
    const line = { quadraticPerC2: 0, linearPerC: 0.2, constant: 0.5 };
    const flattening = { quadraticPerC2: -0.001, linearPerC: 0.15, constant: 1 };
    for (const cooling of [flat, line, flattening]) {
      const budget: PowerBudget = { cooling, ups: new ConstantEfficiency(0.95), otherLoadW: 0, powerCapW: 200_000 };
      for (let setPointC = 5; setPointC <= 30; setPointC += 5) {
        const nodeW = greatestNodePowerW(budget, setPointC);
        expect([cooling, setPointC, tangentOfColdestSetPoint(budget, nodeW, 0, 5)]).not.toContain(null);
      }
    }
  });
});
