import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { evaluateMapping } from '../../../../../../models/families/robust/evaluate.js';
import { zValue } from '../../../../../../models/families/robust/loads.js';
import { meanTimeS, timeVarianceS2 } from '../../../../../../models/families/robust/model.js';
import {
  coreShare,
  mayTake,
  ruleOfCores,
  shareRule,
} from '../../../../../../src/families/robust/methods/bound/dual.js';
import { testEnergy } from '../../../../../../src/families/robust/methods/bound/energy-test.js';
import { nodeGroups } from '../../../../../../src/families/robust/methods/bound/groups.js';
import { boundSetting, fully } from '../../../../../../src/families/robust/methods/bound/setting.js';
import { CertifiedVariance } from '../../../../../../src/families/robust/methods/bound/variance.js';
import { randomStream } from '../../../../../../src/random/stream.js';
import { randomMapping } from '../../../../../models/families/robust/random-mapping.js';
import { randomRobustModel } from '../../../../../support/robust.js';
import { drawEnds, draws } from './support.js';
import { fuzzCount } from '../../../../../support/fuzz.js';

const positive = fc.double({ min: 1e-3, max: 1e3, noNaN: true });
const content = fc.array(
  fc.record({ meanS: positive, deviationS: fc.oneof(fc.constant(0), fc.double({ min: 0, max: 500, noNaN: true })) }),
  { minLength: 1, maxLength: 12 },
);

describe('what a task takes of a core', () => {
  it('adds up to at most the whole core whenever the core keeps the quantile, above and below 0', () => {
    fc.assert(
      fc.property(
        content,
        fc.double({ min: 0.2, max: 3, noNaN: true }),
        fc.double({ min: 0.01, max: 1, noNaN: true }),
        (tasks, stretch, at) => {
          const finishS = tasks.reduce((sum, { meanS }) => sum + meanS, 0);
          const varianceS2 = tasks.reduce((sum, { deviationS }) => sum + deviationS ** 2, 0);
          const mostRatioS = Math.max(...tasks.map(({ meanS, deviationS }) => deviationS ** 2 / meanS));
          const deadlineS = finishS * stretch;
          // The greatest target that the core keeps: the inequality is sharpest there.
          const z = Math.max(-40, Math.min(40, zValue(deadlineS, finishS, varianceS2)));
          if (zValue(deadlineS, finishS, varianceS2) < z) return;
          for (const target of [z, z - at]) {
            const rule = ruleOfCores(shareRule(target, deadlineS, at * deadlineS), mostRatioS);
            const shares = tasks.map(({ meanS, deviationS }) => coreShare(rule, meanS, deviationS ** 2));
            expect(shares.reduce((sum, share) => sum + share, 0)).toBeLessThanOrEqual(1);
            for (const [k, { meanS, deviationS }] of tasks.entries()) {
              expect(mayTake(rule, shares[k]!, meanS, deviationS ** 2)).toBe(true);
            }
          }
        },
      ),
      { seed: 29, numRuns: fuzzCount(20_000) },
    );
  });

  it('is the whole core for one task that just keeps the quantile, and for tasks of one ratio that fill it', () => {
    fc.assert(
      fc.property(
        positive,
        positive,
        fc.double({ min: 0, max: 8, noNaN: true }),
        fc.integer({ min: 1, max: 9 }),
        (meanS, deviationS, z, n) => {
          const deadlineS = meanS + z * deviationS;
          expect(coreShare(shareRule(z, deadlineS), meanS, deviationS ** 2)).toBeCloseTo(1, 8);
          expect(n * coreShare(shareRule(z, deadlineS), meanS / n, deviationS ** 2 / n)).toBeCloseTo(1, 8);
        },
      ),
      { seed: 57, numRuns: fuzzCount(100) },
    );
  });

  it('is mean over deadline for what does not vary, and that of the deviation alone for a task of no length', () => {
    expect(coreShare(shareRule(2, 100), 25, 0)).toBeCloseTo(0.25, 9);
    expect(coreShare(shareRule(0, 100), 25, 900)).toBeCloseTo(0.25, 9);
    expect(coreShare(shareRule(2, 100), 0, 400)).toBeCloseTo((2 * 20) ** 2 / 100 ** 2, 9);
    expect(coreShare(shareRule(-Infinity, 100), 1e9, 400)).toBe(0);
  });

  it('leaves out a late task, below 0 only where no company brings it in time', () => {
    const takes = (z: number, meanS: number, varianceS2: number, mostRatioS: number): boolean => {
      const rule = ruleOfCores(shareRule(z, 100), mostRatioS);
      return mayTake(rule, coreShare(rule, meanS, varianceS2), meanS, varianceS2);
    };
    expect(takes(0.5, 95, 225, 90)).toBe(false);
    expect(takes(0.5, 95, 81, 90)).toBe(true);
    // 120 s with 1 s^2 alone has z = -20; with 10 s and 900 s^2 beside it -1.
    expect(zValue(100, 130, 901)).toBeGreaterThan(-1);
    expect(takes(-1, 120, 1, 90)).toBe(true);
    // In company of ratio 1 it is at best 119.75 + w - sqrt(1 + w) s.
    expect(takes(-1, 120, 1, 1)).toBe(false);
    // At best 150 - 400 / 80 - 80 / 4 = 125 s.
    expect(takes(-1, 150, 400, 80)).toBe(false);
    expect(takes(-2, 150, 400, 80)).toBe(true);
    expect(takes(-19.9, 120, 1, 1 / 120)).toBe(false);
    expect(takes(-20, 120, 1, 1 / 120)).toBe(true);
    expect(takes(-30, 100.1, 0, 0)).toBe(false);
    expect(takes(-30, 100, 0, 0)).toBe(true);
    expect(takes(-30, 1e6, 0, Infinity)).toBe(true);
  });

  it('takes no tangent beyond what cores can deviate', () => {
    // sigma^2 = 0.04 F with F = 100 + 2 sigma: sigma = 0.04 + sqrt(0.0016 + 4).
    expect(ruleOfCores(shareRule(-2, 100, 5), 0.04).tangentS).toBeCloseTo(0.04 + Math.sqrt(4.0016), 6);
    expect(ruleOfCores(shareRule(-2, 100, 1), 0.04).tangentS).toBe(1);
    expect(ruleOfCores(shareRule(-2, 100, 1), 0).tangentS).toBeGreaterThan(0);
  });

  it('lets a core without variance be late by what the models let pass', () => {
    const rule = shareRule(3, 100);
    expect(zValue(100, 100 * (1 + 1e-12), 0)).toBe(Infinity);
    expect(2 * coreShare(rule, 50 * (1 + 1e-12), 0)).toBeLessThanOrEqual(1);
  });
});

describe('the dual', () => {
  it('is at most energy + price x variance of any plan of the target, whatever the prices', () => {
    let negative = 0;
    for (let seed = 0; seed < fuzzCount(400, 200); seed++) {
      const draw = draws(seed);
      const { model } = randomRobustModel(seed, { mostPlans: Infinity, nodes: 1 + (seed % 5), tasks: 3 + (seed % 15) });
      const setting = boundSetting(model);
      const { point, groups } = setting;
      const random = randomStream(seed, 'plans');
      for (let plan = 0; plan < 5; plan++) {
        const { makespanZ, energyMeanJ, energyVarianceJ2 } = evaluateMapping(model, randomMapping(model, random));
        if (makespanZ === -Infinity) continue;
        const z = Math.min(30, makespanZ);
        if (z < 0) negative++;
        for (let n = 0; n < 12; n++) {
          const dear = 10 ** (8 * draw() - 4) * energyMeanJ;
          const nodeJ = Float64Array.from(groups, () => (draw() < 0.2 ? 0 : dear * draw()));
          const variance = 10 ** (6 * draw() - 8);
          const varianceJPerJ2 = [0, variance, -variance][n % 3]!;
          const rule = shareRule(
            n % 2 === 0 ? z : z - draw(),
            model.deadlineS,
            model.deadlineS * 10 ** (2 * draw() - 2),
          );
          drawEnds(setting, draw, model.deadlineS, n % 4 === 3 ? 0 : 10 ** (2 * draw() - 1));
          fully(setting, rule)({ nodeJ, varianceJPerJ2 }, point);
          const planJ = energyMeanJ + varianceJPerJ2 * energyVarianceJ2;
          expect(point.valueJ, `seed ${seed}`).toBeLessThanOrEqual(planJ + 1e-12 * Math.abs(planJ));
          // Core time alone: no plan of the target needs more than there is.
          fully(setting, rule, 0)({ nodeJ, varianceJPerJ2: 0 }, point);
          expect(point.valueJ, `seed ${seed}`).toBeLessThanOrEqual(0);
        }
      }
    }
    expect(negative).toBeGreaterThan(400);
  });

  it('never refutes the energy of a plan that there is, whatever the prices and the likely variance', () => {
    for (let seed = 0; seed < fuzzCount(400); seed++) {
      const draw = draws(seed + 1);
      const { model } = randomRobustModel(seed, { mostPlans: Infinity, nodes: 1 + (seed % 4), tasks: 2 + (seed % 9) });
      const setting = boundSetting(model);
      const { point, groups } = setting;
      const certified = new CertifiedVariance(setting);
      const random = randomStream(seed, 'plans');
      for (let plan = 0; plan < 5; plan++) {
        const { makespanZ, energyMeanJ, energyVarianceJ2 } = evaluateMapping(model, randomMapping(model, random));
        if (makespanZ === -Infinity) continue;
        const rule = shareRule(Math.min(30, makespanZ), model.deadlineS);
        expect(certified.at(0)).toBeLessThanOrEqual(energyVarianceJ2);
        for (let n = 0; n < 12; n++) {
          const nodeJ = Float64Array.from(groups, () => (draw() * draw() * energyMeanJ) / model.coreCount);
          drawEnds(setting, draw, model.deadlineS, draw());
          const y = n % 4 === 0 ? 0 : 8 * draw() - 4;
          // A budget that the plan keeps with quantile y exactly.
          const budgetJ = energyMeanJ + y * Math.sqrt(energyVarianceJ2);
          if (budgetJ <= 0) continue;
          if (y > 0) certified.raise(3, fully(setting, rule), nodeJ, budgetJ, 10 ** (4 * draw() - 6), point);
          const leastVarianceJ2 = y > 0 ? certified.at(3) : 0;
          expect(leastVarianceJ2, `seed ${seed}`).toBeLessThanOrEqual(energyVarianceJ2 * (1 + 1e-8));
          expect(certified.at(2.99)).toBe(certified.at(-Infinity));
          const likelyVarianceJ2 = energyVarianceJ2 * 4 * draw();
          const test = { energyZ: y, budgetJ, leastVarianceJ2, likelyVarianceJ2 };
          const { excessJ } = testEnergy(fully(setting, rule), nodeJ, test, point);
          expect(excessJ, `seed ${seed}`).toBeLessThanOrEqual(1e-9 * budgetJ);
        }
      }
    }
  });

  it('is the plan itself, and the energy test exact, where there is but one', () => {
    for (let seed = 0; seed < fuzzCount(50); seed++) {
      const { model } = randomRobustModel(seed, {
        nodes: 1,
        cores: 1,
        pStates: 1,
        tasks: 5,
        zeroVariance: false,
        zeroOverhead: true,
      });
      const setting = boundSetting(model);
      const { point } = setting;
      const mapping = { core: new Int32Array(5), pState: new Uint8Array(5) };
      const { makespanZ, energyMeanJ, energyVarianceJ2 } = evaluateMapping(model, mapping);
      const rule = shareRule(Math.max(-30, Math.min(30, makespanZ - 1)), model.deadlineS);
      const evaluate = fully(setting, rule);
      const nothing = new Float64Array(1);
      evaluate({ nodeJ: nothing, varianceJPerJ2: 0 }, point);
      expect(point.valueJ / energyMeanJ).toBeCloseTo(1, 12);
      for (const y of [-2, -0.3, 0, 0.3, 2]) {
        const exactJ = energyMeanJ + y * Math.sqrt(energyVarianceJ2);
        const leastVarianceJ2 = 0.5 * energyVarianceJ2;
        const verdict = (budgetJ: number): boolean =>
          testEnergy(
            evaluate,
            nothing,
            { energyZ: y, budgetJ, leastVarianceJ2, likelyVarianceJ2: energyVarianceJ2 },
            point,
          ).excessJ > 0;
        expect(verdict(exactJ * (1 - 1e-6))).toBe(true);
        expect(verdict(exactJ * (1 + 1e-6))).toBe(false);
      }
    }
  });

  it('proves nothing at a price below 0', () => {
    const { model } = randomRobustModel(7, { mostPlans: Infinity, nodes: 4, tasks: 30 });
    const setting = boundSetting(model);
    for (const wrong of [-1e-9, -1e9, NaN]) {
      const nodeJ = new Float64Array(setting.groups.length);
      nodeJ[nodeJ.length - 1] = wrong;
      fully(setting, shareRule(0.2, model.deadlineS))({ nodeJ, varianceJPerJ2: 0 }, setting.point);
      expect(setting.point.valueJ).toBe(-Infinity);
    }
  });

  it('adds up the shares and energies of the choices it reports', () => {
    const { model } = randomRobustModel(7, { mostPlans: Infinity, nodes: 4, tasks: 30 });
    const setting = boundSetting(model);
    const { point, groups, options } = setting;
    const rule = shareRule(0.2, model.deadlineS * 3);
    const nodeJ = Float64Array.from(groups, (_, g) => 100 * (g + 1));
    fully(setting, rule)({ nodeJ, varianceJPerJ2: 1e-4 }, point);
    const load = groups.map(() => 0);
    let energyJ = 0;
    for (const [task, option] of point.option.entries()) {
      const g = options.group[option]!;
      const { node, overheadPerCoreW } = groups[g]!;
      const meanS = meanTimeS(model, node, task, options.pState[option]!);
      load[g]! += coreShare(rule, meanS, timeVarianceS2(model, node, task, options.pState[option]!));
      energyJ += (node.powerW[options.pState[option]!]! + overheadPerCoreW) * meanS;
    }
    for (const [g, cores] of point.loadCores.entries()) expect(cores).toBeCloseTo(load[g]!, 9);
    expect(point.energyJ).toBeCloseTo(energyJ, 6);
  });
});

describe('groups of nodes', () => {
  it('tell nodes apart that differ in anything but their name', () => {
    const { model } = randomRobustModel(3, { nodes: 1, cores: 2 });
    const [node] = model.nodes;
    const nodes = [
      node!,
      { ...node!, name: 'twin', timeScale: node!.timeScale.slice() },
      { ...node!, overheadW: node!.overheadW + 1 },
      { ...node!, cores: 3 },
      { ...node!, powerW: node!.powerW.map((power) => power + 1) },
      { ...node!, powerSquareW2: node!.powerSquareW2.map((power) => power + 1) },
      { ...node!, timeScale: node!.timeScale.map((scale) => 2 * scale) },
      { ...node!, column: 1 },
    ];
    const groups = nodeGroups({ ...model, nodes });
    expect(groups.map((group) => group.nodes)).toEqual([[0, 1], [2], [3], [4], [5], [6], [7]]);
    expect(groups[0]!.cores).toBe(4);
  });
});
