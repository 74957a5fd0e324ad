import { describe, expect, it } from 'vitest';
import { evaluateSetting } from '../../../../models/families/templates/evaluate.js';
import type { TemplatesModel } from '../../../../models/families/templates/model.js';
import {
  existingWorkPerS,
  leastUtilisation,
  stateAt,
  workLimitPerS,
} from '../../../../models/families/templates/states.js';
import { tinyTemplatesInstances } from '../../../support/bundled.js';

/** tiny-two-quadrants, compiled by hand. */
const INSTANCE = tinyTemplatesInstances()[2]!;
const BLOCK = { level: 1, coresPerNode: 4, workPerS: 2 };
const MODEL: TemplatesModel = {
  instance: INSTANCE,
  blocks: [
    { ...BLOCK, name: 'R1/L1', rack: 'R1', type: 0, quadrant: 0, nodeCount: 10, idleW: 1000, busyW: 600 },
    { ...BLOCK, name: 'R2/L1', rack: 'R2', type: 1, quadrant: 1, nodeCount: 5, idleW: 300, busyW: 400 },
  ],
  quadrants: [
    { name: 'Q1', cores: 40, workPerS: 2 },
    { name: 'Q2', cores: 20, workPerS: 2 },
  ],
  ventOpenings: [[1, 1]],
  outletRiseKPerW: [Float64Array.of(1 / 3000 + 1 / 1000, 1 / 3000, 1 / 3000, 1 / 3000 + 1 / 500)],
  outletLimitC: 27.2,
  setPointMinC: 10,
  setPointMaxC: 25,
  cooling: { quadraticPerC2: 0, linearPerC: 0.1, constant: 0 },
  middle: {
    pState: Int32Array.of(1, 1),
    ratePerS: Float64Array.of(0.05, 0.1),
    coreW: Float64Array.of(15, 20),
    timeS: Float64Array.of(20),
    weight: Float64Array.of(1),
  },
};
// arriving 1, running 20 and 10, 2800 W
const STATE = stateAt(INSTANCE.grid, 10);

describe('plain evaluation of a setting', () => {
  it('work, powers, outlets and quotient by Eqs. 63-65 and 54-55', () => {
    const found = evaluateSetting(MODEL, STATE, { vents: 0, setPointC: 25, utilisation: [0.5, 1] });
    expect(found).toMatchObject({ workPerS: 3, nodePowerW: 2000, violations: [] });
    expect(found.cracPowerW).toBeCloseTo(800, 9);
    expect(found.powerW).toBeCloseTo(2800, 9);
    expect(found.tasksPerJ).toBeCloseTo(3 / 2800, 15);
    expect([...found.blockPowerW]).toEqual([1300, 700]);
    expect(found.outletC[0]).toBeCloseTo(25 + 2000 / 3000 + 1.3, 9);
    expect(found.outletC[1]).toBeCloseTo(25 + 2000 / 3000 + 1.4, 9);
    expect(found.hottestOutletC).toBe(found.outletC[1]);
  });

  it('reports every limit that is broken, with its amount', () => {
    const found = evaluateSetting(MODEL, STATE, { vents: 0, setPointC: 26, utilisation: [0.4, 1.25] });
    const told = found.violations.map(({ constraint, where, amount }) => [
      constraint,
      where,
      Number(amount.toFixed(6)),
    ]);
    // 3.3 of 3 tasks/s; (1240 + 800) W at CoP 2.6; outlets 26 + 0.68 + 1.24 and 26 + 0.68 + 1.6
    expect(told).toEqual([
      ['workLimit', '', 0.3],
      ['runningCores', 'R1/L1', 0.1],
      ['utilisation', 'R2/L1', 0.25],
      ['powerLimit', '', Number((2040 * (1 + 1 / 2.6) - 2800).toFixed(6))],
      ['outletLimit', 'R1/L1', 0.72],
      ['outletLimit', 'R2/L1', 1.08],
      ['setPointRange', '', 1],
    ]);
    const cold = evaluateSetting(MODEL, STATE, { vents: 0, setPointC: 9, utilisation: [0.5, 0.5] });
    expect(cold.violations).toMatchObject([
      { constraint: 'powerLimit', unit: 'W', limit: 2800 },
      { constraint: 'setPointRange', value: 9, limit: 10, amount: 1, unit: 'C' },
    ]);
  });

  it('tolerates round-off and nothing beyond', () => {
    const at = (setPointC: number, a: number): number =>
      evaluateSetting(MODEL, STATE, { vents: 0, setPointC, utilisation: [a, 1] }).violations.length;
    expect(at(25, 0.5 - 1e-10)).toBe(0);
    expect(at(25, 0.5 - 1e-8)).toBe(1);
    expect(at(25 + 1e-7, 0.5)).toBe(0);
    expect(at(25 + 1e-5, 0.5)).toBe(1);
  });

  it('what is not a number passes no limit', () => {
    const found = evaluateSetting(MODEL, STATE, { vents: 0, setPointC: NaN, utilisation: [0.5, 0.5] });
    expect(found.violations.map(({ constraint }) => constraint)).toContain('powerLimit');
    expect(found.violations.map(({ constraint }) => constraint)).toContain('setPointRange');
  });

  it('refuses settings of another room', () => {
    expect(() => evaluateSetting(MODEL, STATE, { vents: 1, setPointC: 20, utilisation: [1, 1] })).toThrow(
      /no vent combination 1/,
    );
    expect(() => evaluateSetting(MODEL, STATE, { vents: 0, setPointC: 20, utilisation: [1] })).toThrow(/1 util/);
  });

  it('existing work and least utilisation by quadrant', () => {
    expect([...leastUtilisation(MODEL, STATE)]).toEqual([0.5, 0.5]);
    expect(existingWorkPerS(MODEL, STATE)).toBe(2);
    expect(workLimitPerS(MODEL, STATE)).toBe(3);
  });
});
