import { describe, expect, it } from 'vitest';
import { evaluateSetting } from '../../../../../models/families/templates/evaluate.js';
import { templatesModel } from '../../../../../models/families/templates/compile.js';
import { leastUtilisation, stateAt, stateCount } from '../../../../../models/families/templates/states.js';
import type { PricesOfVents, Template } from '../../../../../models/families/templates/template.js';
import { templatesChecker } from '../../../../../src/families/templates/check/check-templates.js';
import { TemplatesSolver } from '../../../../../src/families/templates/methods/solve-templates.js';
import { randomStream, type RandomStream } from '../../../../../src/random/stream.js';
import { fuzzCount } from '../../../../support/fuzz.js';
import { randomTemplatesRoom } from '../../../../support/templates-room.js';

const SETTINGS = 40;

/** Prices that nobody found: any of them must give a bound. */
function wrongPrices({ proof }: Template, { uniform, integer }: RandomStream, blocks: number): PricesOfVents[] {
  return (proof ?? []).map(({ vents, prices }) => {
    const off = integer(0, 2);
    const wattPerWork = prices.wattPerWork * (off === 0 ? 1 : uniform(-0.5, 2));
    if (off < 2) {
      const wattPerK = prices.wattPerK.map((price) => price * uniform(-3, 3));
      return { vents, prices: { ...prices, wattPerWork, wattPerK } };
    }
    const all = Int32Array.from({ length: blocks }, (_, b) => b);
    return { vents, prices: { wattPerWork, blocks: all, wattPerK: Float64Array.from(all, () => uniform(-10, 20)) } };
  });
}

describe('the bound that the checker proves from stored prices', () => {
  it('is exceeded by no setting, whatever the prices, and is next to the stated one with those stored', () => {
    const gaps: number[] = [];
    let kept = 0;
    for (let seed = 1; seed <= fuzzCount(120); seed += 1) {
      const { instance, matrices, model } = randomTemplatesRoom(seed);
      const checker = templatesChecker(instance, matrices);
      if (!checker.ok) throw new Error('a room that cannot be judged');
      const draw = randomStream(seed, 'settings');
      const { uniform, integer } = draw;
      const solver = new TemplatesSolver(model);
      for (let k = 0; k < 3; k += 1) {
        const state = stateAt(instance.grid, integer(0, stateCount(instance.grid) - 1));
        const template = { ...solver.solveState(state), state: state.index };
        if (template.status === 'infeasible') continue;
        const proven = (proof: readonly PricesOfVents[] | undefined): number => {
          const verdict = checker.check.judge({ ...template, proof });
          expect(verdict.faults.filter(({ constraint }) => constraint === 'proof')).toEqual([]);
          return verdict.figures!.provenTasksPerJ!;
        };
        const bound = proven(template.proof);
        const worse = proven(wrongPrices(template, draw, model.blocks.length));
        const none = proven([]);
        // A price below 0 would reward heat.
        const priced = (wattPerK: number): number =>
          proven([
            { vents: null, prices: { wattPerWork: 40, blocks: Int32Array.of(0), wattPerK: Float64Array.of(wattPerK) } },
          ]);
        expect(priced(-50)).toBe(priced(0));
        if (template.workPerS > 0) gaps.push(bound / template.boundTasksPerJ - 1);
        // With no prices it is the ceiling.
        expect(none).toBeLessThanOrEqual(checker.check.judge(template).figures!.ceilingTasksPerJ * (1 + 1e-12));
        const least = leastUtilisation(model, state);
        for (let n = 0; n < SETTINGS; n += 1) {
          const most = n % 2 === 0 ? 1 : uniform();
          const setting = {
            vents: n % 4 === 0 ? template.vents : integer(0, matrices.length - 1),
            setPointC:
              n % 3 === 0
                ? Math.max(model.setPointMinC, template.setPointC - 10 ** uniform(-6, 0))
                : uniform(model.setPointMinC, model.setPointMaxC),
            utilisation: model.blocks.map(({ quadrant }, b) => {
              const from = least[quadrant]!;
              const near = template.utilisation[b]! * (1 - 10 ** uniform(-8, -1));
              return n % 3 === 0 ? Math.max(from, near) : from + (1 - from) * most * uniform();
            }),
          };
          const { tasksPerJ, violations } = evaluateSetting(model, state, setting);
          if (violations.length > 0) continue;
          kept += 1;
          expect(tasksPerJ).toBeLessThanOrEqual(Math.min(bound, worse, none) * (1 + 1e-9));
        }
        for (const one of [bound, worse, none]) expect(template.tasksPerJ).toBeLessThanOrEqual(one * (1 + 1e-7));
      }
    }
    expect(kept).toBeGreaterThan(20 * gaps.length);
    gaps.sort((one, other) => one - other);
    expect(gaps[Math.floor(gaps.length / 2)]).toBeLessThan(1e-7);
    expect(gaps[Math.floor(0.8 * gaps.length)]).toBeLessThan(1e-6);
  });

  it('is no bound by rounding: prices of any size prove nothing of work that cannot change', () => {
    let tried = 0;
    for (let seed = 1; seed <= fuzzCount(12, 6); seed += 1) {
      const { instance: room, matrices } = randomTemplatesRoom(seed);
      const runningCores = room.grid.runningCores.map((axis) => [axis.at(-1)!]);
      const grid = { arrivingWorkPerS: [0], powerLimitW: [room.grid.powerLimitW.at(-1)!], runningCores };
      const instance = { ...room, grid };
      const checker = templatesChecker(instance, matrices);
      if (!checker.ok) throw new Error('a room that cannot be judged');
      const template = {
        ...new TemplatesSolver(templatesModel(instance, matrices)).solveState(stateAt(grid, 0)),
        state: 0,
      };
      if (template.status !== 'optimal' || template.workPerS === 0) continue;
      tried += 1;
      const draw = randomStream(seed, 'sizes');
      for (let k = 0; k < fuzzCount(600, 300); k += 1) {
        const wattPerWork = (k % 2 === 0 ? 1 : -1) * 10 ** draw.uniform(12, 24);
        const prices = {
          wattPerWork,
          blocks: Int32Array.of(0),
          wattPerK: Float64Array.of(k % 3 === 0 ? 10 ** draw.uniform(4, 24) : 0),
        };
        const { provenTasksPerJ } = checker.check.judge({ ...template, proof: [{ vents: null, prices }] }).figures!;
        expect(provenTasksPerJ).toBeGreaterThanOrEqual(template.tasksPerJ * (1 - 1e-9));
      }
    }
    expect(tried).toBeGreaterThan(5);
  });

  it('holds where running work meets the outlet limit exactly at the coolest set-point', () => {
    let met = 0;
    for (let seed = 1; seed <= fuzzCount(60); seed += 1) {
      const { instance: room, matrices } = randomTemplatesRoom(seed);
      const running = room.grid.runningCores.map((axis) => axis.at(-1)!);
      const before = templatesChecker(room, matrices);
      if (!before.ok) throw new Error('a room that cannot be judged');
      const outletLimitC = room.outletLimitC + before.check.leastPower(running).excessC;
      const grid = { ...room.grid, runningCores: running.map((cores) => [cores]) };
      const instance = { ...room, outletLimitC, grid };
      const checker = templatesChecker(instance, matrices);
      if (!checker.ok) continue;
      const solver = new TemplatesSolver(templatesModel(instance, matrices));
      for (let s = 0; s < stateCount(grid); s += 1) {
        const template = { ...solver.solveState(stateAt(grid, s)), state: s };
        if (template.status !== 'optimal') continue;
        met += 1;
        const { faults } = checker.check.judge(template);
        expect(faults.filter(({ constraint }) => constraint === 'proof')).toEqual([]);
      }
    }
    expect(met).toBeGreaterThan(0);
  });

  it('makes no sense of prices of blocks or vents that are not there', () => {
    const { instance, matrices, model } = randomTemplatesRoom(2);
    const checker = templatesChecker(instance, matrices);
    if (!checker.ok) throw new Error('a room that cannot be judged');
    const template = Array.from({ length: stateCount(instance.grid) }, (_, k) => k)
      .map((index) => ({ ...new TemplatesSolver(model).solveState(stateAt(instance.grid, index)), state: index }))
      .find(({ status }) => status === 'optimal')!;
    const prices = { wattPerWork: 1, blocks: Int32Array.of(0), wattPerK: Float64Array.of(1) };
    const bad: PricesOfVents[] = [
      { vents: matrices.length, prices },
      { vents: null, prices: { ...prices, blocks: Int32Array.of(model.blocks.length) } },
      { vents: null, prices: { ...prices, wattPerK: Float64Array.of(NaN) } },
      { vents: null, prices: { ...prices, wattPerK: new Float64Array(2) } },
    ];
    for (const one of bad) {
      expect(checker.check.judge({ ...template, proof: [one] }).faults.map(({ constraint }) => constraint)).toEqual([
        'template',
      ]);
    }
  });
});
