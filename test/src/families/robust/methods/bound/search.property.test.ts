import { describe, expect, it } from 'vitest';
import { UNLIMITED } from '../../../../../../src/methods/control.js';
import { evaluateMapping } from '../../../../../../models/families/robust/evaluate.js';
import { minEnergyMapping } from '../../../../../../src/families/robust/methods/greedy/min-energy.js';
import { leastRefuted } from '../../../../../../src/families/robust/methods/bound/root.js';
import { BoundSearch, robustBound } from '../../../../../../src/families/robust/methods/bound/robust-bound.js';
import { boundSetting } from '../../../../../../src/families/robust/methods/bound/setting.js';
import { Sum } from '../../../../../../src/families/robust/methods/bound/sum.js';
import type { RobustStart } from '../../../../../../src/families/robust/methods/outcome.js';
import { bruteForce, randomRobustModel } from '../../../../../support/robust.js';
import { fuzzCount } from '../../../../../support/fuzz.js';

const GOALS = ['mo-ec', 'eo-mc'] as const;

describe('least refuted quantile', () => {
  const cases: readonly [string, (z: number) => number, number][] = [
    ['a line', (z) => z - 1.25, 1.25],
    ['a line far away', (z) => 3 * (z + 27.5), -27.5],
    ['a step', (z) => (z >= 2 ? Infinity : -1e9), 2],
    ['a steep curve', (z) => Math.exp(z) - Math.exp(7), 7],
    ['a flat curve', (z) => Math.tanh(z / 10) - 0.5, 10 * Math.atanh(0.5)],
  ];
  for (const [what, excess, root] of cases) {
    it(`is found, and was refuted: ${what}`, () => {
      for (const guess of [-32, -3, 0, 1.2500001, 40, NaN]) {
        let trials = 0;
        const refuted = new Set<number>();
        const found = leastRefuted(
          (z) => {
            trials++;
            const value = excess(z);
            if (value > 0) refuted.add(z);
            return value;
          },
          guess,
          1e-6,
          1e-4,
        );
        expect(refuted.has(found)).toBe(true);
        expect(found - root).toBeGreaterThanOrEqual(0);
        expect(found - root).toBeLessThan(1.001e-6);
        expect(trials).toBeLessThan(80);
      }
    });
  }

  it('is infinite where nothing is refuted, the least of all where everything is', () => {
    expect(leastRefuted(() => -1, 0, 1e-6, 0.1)).toBe(Infinity);
    expect(leastRefuted(() => NaN, 0, 1e-6, 0.1)).toBe(Infinity);
    expect(leastRefuted(() => Infinity, 5, 1e-6, 0.1)).toBe(-32);
  });
});

describe('the search for prices', () => {
  it('says the same every time', async () => {
    for (const goal of GOALS) {
      const { model } = randomRobustModel(11, { mostPlans: Infinity, nodes: 5, tasks: 60 });
      const once = await robustBound({ model, goal, control: UNLIMITED, start: null });
      expect(await robustBound({ model, goal, control: UNLIMITED, start: null })).toEqual(once);
    }
  });

  it('proves something valid wherever it is stopped, and no less the longer it runs', async () => {
    const counted = { refuted: 0, bounded: 0 };
    for (let seed = 0; seed < fuzzCount(60, 30); seed++) {
      const { model } = randomRobustModel(seed, { mostPlans: 2000, deadlineFactor: 1.2, budgetFactor: 1.4 });
      for (const goal of GOALS) {
        const { bestZ } = bruteForce(model, goal);
        let last = Infinity;
        for (const steps of [1, 2, 5, Infinity]) {
          let step = 0;
          const control = { step: () => Promise.resolve(++step >= steps) };
          const { boundZ, infeasibility } = await robustBound({ model, goal, control, start: null });
          if (infeasibility !== undefined) {
            expect([seed, goal, steps, bestZ]).toEqual([seed, goal, steps, null]);
            counted.refuted++;
            continue;
          }
          if (bestZ !== null) {
            expect(boundZ).toBeGreaterThanOrEqual(bestZ);
            counted.bounded++;
          }
          if (steps === Infinity && last < Infinity) expect(boundZ).toBeLessThan(last + 0.02);
          last = boundZ;
        }
      }
    }
    expect(counted.refuted).toBeGreaterThan(10);
    expect(counted.bounded).toBeGreaterThan(100);
  });

  it('believes nothing that an earlier run tells it', async () => {
    let judged = 0;
    for (let seed = 0; seed < fuzzCount(60, 30); seed++) {
      const { model } = randomRobustModel(seed, { mostPlans: 2000 });
      for (const goal of GOALS) {
        const { bestZ } = bruteForce(model, goal);
        const { prices, boundZ: plainZ } = await robustBound({ model, goal, control: UNLIMITED, start: null });
        const groups = prices!.nodeJ.length;
        const lies: readonly RobustStart['prices'][] = [
          prices,
          { ...prices!, nodeJ: prices!.nodeJ.map((price) => -price - 1e3) },
          { ...prices!, nodeJ: new Float64Array(groups).fill(NaN), z: NaN },
          { ...prices!, nodeJ: new Float64Array(groups).fill(Infinity), z: -Infinity },
          { nodeJ: new Float64Array(groups), varianceJPerJ2: -7, z: -31 },
          { nodeJ: new Float64Array(groups + 1), varianceJPerJ2: NaN, z: 3 },
          { ...prices!, nodeJ: prices!.nodeJ.map((price) => price * 1e200) },
        ];
        for (const lie of lies) {
          const start = { mapping: null, prices: lie };
          const search = new BoundSearch(boundSetting(model), { model, goal, control: UNLIMITED, start });
          const searched = await robustBound({ model, goal, control: UNLIMITED, start });
          if (bestZ !== null) expect(searched.boundZ).toBeGreaterThanOrEqual(bestZ);
          if (seed < 20 && Math.abs(plainZ) < 30) expect(searched.boundZ).toBeLessThan(plainZ + 0.05);
          // No search: the proof rests on what it was given.
          const { boundZ, energyBoundJ } = search.proven();
          expect(boundZ).not.toBeNaN();
          expect(energyBoundJ).not.toBeNaN();
          if (bestZ === null) continue;
          expect(boundZ, `seed ${seed}`).toBeGreaterThanOrEqual(bestZ);
          judged++;
        }
      }
    }
    expect(judged).toBeGreaterThan(200);
  });

  it('survives limits of 0 and 1, which instances may not have', async () => {
    let judged = 0;
    for (let seed = 0; seed < fuzzCount(40, 40); seed++) {
      const { model } = randomRobustModel(seed, { mostPlans: 1000 });
      for (const limit of [-Infinity, Infinity, -35, 35]) {
        for (const goal of GOALS) {
          const extreme = { ...model, energyZ: limit, makespanZ: limit };
          const { boundZ, infeasibility } = await robustBound({
            model: extreme,
            goal,
            control: UNLIMITED,
            start: null,
          });
          const { bestZ } = bruteForce(extreme, goal);
          expect(boundZ).not.toBeNaN();
          if (bestZ === null) continue;
          expect(infeasibility).toBeUndefined();
          expect(boundZ, `seed ${seed}, ${goal}, ${limit}`).toBeGreaterThanOrEqual(bestZ);
          judged++;
        }
      }
    }
    expect(judged).toBeGreaterThan(100);
  });

  it('goes through a sample of a larger bag, and proves it for all of it', async () => {
    const { model } = randomRobustModel(5, {
      mostPlans: Infinity,
      nodes: 6,
      cores: 3,
      tasks: 2500,
      deadlineFactor: 1.05,
    });
    const { energyMeanJ } = evaluateMapping(model, minEnergyMapping(model));
    const ample = { ...model, energyBudgetJ: 1.1 * energyMeanJ };
    for (const goal of GOALS) {
      const { boundZ, energyBoundJ, work } = await robustBound({ model: ample, goal, control: UNLIMITED, start: null });
      expect(work['dualEvaluations']).toBeGreaterThan(50);
      if (goal === 'mo-ec') expect(boundZ).toBeGreaterThan(evaluateMapping(ample, minEnergyMapping(ample)).makespanZ);
      if (goal === 'mo-ec') expect(energyBoundJ).toBeLessThanOrEqual(energyMeanJ);
      else expect(energyBoundJ).toBeGreaterThan(0);
    }
  });
});

describe('compensated sum', () => {
  it('keeps what plain addition loses, and infinity', () => {
    const sum = new Sum();
    for (const term of [1e16, 1, 1, -1e16]) sum.add(term);
    expect(sum.total).toBe(2);
    sum.add(Infinity);
    sum.add(-5);
    expect(sum.total).toBe(Infinity);
  });
});
