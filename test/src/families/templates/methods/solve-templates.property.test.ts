import { describe, expect, it } from 'vitest';
import type { Template } from '../../../../../models/families/templates/template.js';
import type { TemplatesModel } from '../../../../../models/families/templates/model.js';
import { TemplatesSolver } from '../../../../../src/families/templates/methods/solve-templates.js';
import { coresEffect } from '../../../../oracle/cores-effect.js';
import { loadLpEngine } from '../../../../../src/solvers/linear/load.js';
import { fixedSetPoint, type PlainState, plainTemplate } from '../../../../oracle/templates-lp.js';
import { randomTemplatesModel, randomTemplatesState } from '../../../../support/templates.js';
import { fuzzCount } from '../../../../support/fuzz.js';

const engine = await loadLpEngine('highs');

function solved(model: TemplatesModel, state: PlainState, options = {}): Template {
  return new TemplatesSolver(model, options).solveState({ index: 7, ...state });
}

/** All limits, from the utilisations alone. */
function expectFeasible(model: TemplatesModel, state: PlainState, template: Template): void {
  const cores = model.blocks.map(
    ({ nodeCount, coresPerNode }, b) => template.utilisation[b]! * nodeCount * coresPerNode,
  );
  const effect = coresEffect(model, template.vents, template.setPointC, cores);
  expect(effect.workPerS).toBeCloseTo(template.workPerS, 10);
  expect(effect.powerW / template.powerW).toBeCloseTo(1, 10);
  expect(effect.hottestOutletC).toBeCloseTo(template.hottestOutletC, 8);
  expect(effect.hottestOutletC).toBeLessThanOrEqual(model.outletLimitC + 1e-9);
  expect(effect.powerW).toBeLessThanOrEqual(state.powerLimitW * (1 + 1e-9));
  expect(template.setPointC).toBeGreaterThanOrEqual(model.setPointMinC);
  expect(template.setPointC).toBeLessThanOrEqual(model.setPointMaxC);
  const share = (b: number): number =>
    state.runningCores[model.blocks[b]!.quadrant]! / model.quadrants[model.blocks[b]!.quadrant]!.cores;
  const existing = model.blocks.reduce((sum, { workPerS }, b) => sum + workPerS * share(b), 0);
  expect(effect.workPerS).toBeLessThanOrEqual((existing + state.arrivingWorkPerS) * (1 + 1e-12));
  template.utilisation.forEach((value, b) => {
    expect(value).toBeGreaterThanOrEqual(share(b) - 1e-12);
    expect(value).toBeLessThanOrEqual(1);
  });
}

describe('a template against the plain LP of Charnes and Cooper', () => {
  it('agrees at fixed set-points, whatever binds', () => {
    const seen = new Map<string, number>();
    let compared = 0;
    for (let seed = 1; seed <= fuzzCount(500, 500); seed += 1) {
      const open = randomTemplatesModel(seed, { vents: 1 });
      const setPointC = open.setPointMinC + ((seed * 0.618) % 1) * (open.setPointMaxC - open.setPointMinC);
      const model = { ...open, setPointMinC: setPointC, setPointMaxC: setPointC };
      const state = randomTemplatesState(model, seed);
      const plain = fixedSetPoint(engine, model, 0, setPointC, state);
      const template = solved(model, state);
      seen.set(template.binding, (seen.get(template.binding) ?? 0) + 1);
      expect(template.status, `seed ${seed}`).toBe(plain === null ? 'infeasible' : 'optimal');
      if (plain === null) continue;
      compared += 1;
      expect(Math.abs(template.tasksPerJ / plain - 1), `seed ${seed}`).toBeLessThan(
        template.binding === 'power' ? 5e-5 : 1e-6,
      );
      expect(template.boundTasksPerJ / template.tasksPerJ, `seed ${seed}`).toBeLessThan(1 + 3e-8);
      expectFeasible(model, state, template);
    }
    expect(compared).toBeGreaterThan(300);
    for (const binding of ['work', 'power', 'saturated', 'none', 'infeasible-power', 'infeasible-outlet']) {
      expect(seen.get(binding) ?? 0, `binding ${binding}`).toBeGreaterThan(1);
    }
  });

  it('agrees over all set-points and vents, and bounds them', () => {
    let compared = 0;
    for (let seed = 1001; seed < 1001 + fuzzCount(10, 10); seed += 1) {
      const model = randomTemplatesModel(seed, { blocks: 2 + (seed % 5) });
      const state = randomTemplatesState(model, seed);
      const template = solved(model, state);
      const plain = model.outletRiseKPerW.map((_, vents) => plainTemplate(engine, model, vents, state) ?? 0);
      const best = Math.max(...plain);
      expect(template.status, `seed ${seed}`).toBe(best > 0 ? 'optimal' : 'infeasible');
      if (best === 0) continue;
      compared += 1;
      expect(Math.abs(template.tasksPerJ / best - 1), `seed ${seed}`).toBeLessThan(
        template.binding === 'power' ? 5e-5 : 1e-6,
      );
      expect(template.boundTasksPerJ / template.tasksPerJ, `seed ${seed}`).toBeLessThan(1 + 3e-8);
      expect(plain[template.vents]! / best, `seed ${seed}`).toBeGreaterThan(1 - 1e-6);
      expectFeasible(model, state, template);
    }
    expect(compared).toBeGreaterThanOrEqual(6);
  });
});

describe('a template against all points of a grid', () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8])('is not beaten, seed %i', (seed) => {
    const model = randomTemplatesModel(seed, { blocks: 2, quadrants: 2, vents: 2, idleShare: 0.15, setPointMinC: 2 });
    const state = { ...randomTemplatesState(model, seed), runningCores: [0, 0], powerLimitW: 1e9 };
    const template = solved(model, state);
    const existing = state.arrivingWorkPerS;
    const whole = model.blocks.map(({ nodeCount, coresPerNode }) => nodeCount * coresPerNode);
    let best = 0;
    for (let vents = 0; vents < 2; vents += 1) {
      for (let i = 0; i <= 80; i += 1) {
        for (let j = 0; j <= 80; j += 1) {
          const cores = [(whole[0]! * i) / 80, (whole[1]! * j) / 80];
          const coolest = coresEffect(model, vents, model.setPointMinC, cores);
          const sparedK = model.outletLimitC - coolest.hottestOutletC;
          if (sparedK < 0 || coolest.workPerS > existing) continue;
          // The hottest set-point is the best one.
          const setPointC = Math.min(model.setPointMaxC, model.setPointMinC + sparedK);
          const { workPerS, powerW } = coresEffect(model, vents, setPointC, cores);
          best = Math.max(best, workPerS / powerW);
        }
      }
    }
    expect(template.tasksPerJ).toBeGreaterThanOrEqual(best * (1 - 1e-9));
    expect(template.tasksPerJ).toBeLessThan(best * 1.05);
    expect(template.boundTasksPerJ / template.tasksPerJ).toBeLessThan(1 + 3e-8);
  });
});

describe('states solved together', () => {
  const model = randomTemplatesModel(42, { blocks: 9, quadrants: 3, vents: 5, idleShare: 1 });
  const work = model.quadrants.reduce((sum, { workPerS }) => sum + workPerS, 0);
  const fullW = model.blocks.reduce((sum, { idleW, busyW }) => sum + idleW + busyW, 0);
  const arrivingWorkPerS = [0, 0.2 * work, 0.5 * work, 2 * work];
  const powerLimitW = [0.8 * fullW, 1.05 * fullW, 1.2 * fullW, 2 * fullW];
  const runningCores = model.quadrants.map(({ cores }) => Math.floor(cores / 4));

  it('are those solved alone, with and without bounds on vents', () => {
    const together = new TemplatesSolver(model).solve({ runningCores, arrivingWorkPerS, powerLimitW });
    const all = new TemplatesSolver(model, { withoutPruning: true }).solve({
      runningCores,
      arrivingWorkPerS,
      powerLimitW,
    });
    together.forEach((template, k) => {
      const state = { runningCores, arrivingWorkPerS: arrivingWorkPerS[k >> 2]!, powerLimitW: powerLimitW[k & 3]! };
      const alone = solved(model, state);
      expect(template.state).toBe(k);
      expect(template.status).toBe(alone.status);
      expect(template.binding).toBe(alone.binding);
      expect(template.tasksPerJ / alone.tasksPerJ).toBeCloseTo(1, 7);
      expect(template.tasksPerJ / all[k]!.tasksPerJ).toBeCloseTo(1, 7);
    });
    expect(new Set(together.map(({ binding }) => binding)).size).toBeGreaterThan(2);
  });

  it('repeat to the last bit after forgetting', () => {
    const solver = new TemplatesSolver(model);
    const first = solver.solve({ runningCores, arrivingWorkPerS, powerLimitW });
    solver.solve({ runningCores: runningCores.map(() => 0), arrivingWorkPerS, powerLimitW });
    solver.forget();
    expect(solver.solve({ runningCores, arrivingWorkPerS, powerLimitW })).toEqual(first);
  });

  it('refuse more running cores than there are', () => {
    const tooMany = model.quadrants.map(({ cores }) => cores + 1);
    expect(() => new TemplatesSolver(model).solve({ runningCores: tooMany, arrivingWorkPerS, powerLimitW })).toThrow(
      RangeError,
    );
  });
});

describe('an infeasible state', () => {
  const model = randomTemplatesModel(5, { blocks: 6, quadrants: 2, vents: 3, setPointMinC: 10, setPointMaxC: 25 });
  const runningCores = model.quadrants.map(({ cores }) => Math.floor(cores / 2));

  it('names the power limit and comes closest to it', () => {
    const state = { runningCores, arrivingWorkPerS: 1, powerLimitW: 10 };
    const template = solved(model, state);
    expect(template).toMatchObject({ status: 'infeasible', binding: 'infeasible-power' });
    for (let vents = 0; vents < 3; vents += 1) {
      const cores = Float64Array.from(
        model.blocks,
        ({ nodeCount, coresPerNode, quadrant }) =>
          (nodeCount * coresPerNode * runningCores[quadrant]!) / model.quadrants[quadrant]!.cores,
      );
      const { hottestOutletC } = coresEffect(model, vents, 0, cores);
      const { powerW } = coresEffect(model, vents, Math.min(25, model.outletLimitC - hottestOutletC), cores);
      expect(template.powerW).toBeLessThanOrEqual(powerW * (1 + 1e-12));
    }
  });

  it('names the outlet limit', () => {
    const template = solved({ ...model, outletLimitC: 10.5 }, { runningCores, arrivingWorkPerS: 1, powerLimitW: 1e9 });
    expect(template).toMatchObject({ status: 'infeasible', binding: 'infeasible-outlet', setPointC: 10 });
    expect(template.hottestOutletC).toBeGreaterThan(10.5);
  });
});

describe('a room where nothing runs and nothing arrives', () => {
  it('idles at the best set-point', () => {
    const model = randomTemplatesModel(8, { blocks: 4, quadrants: 2, vents: 2 });
    const template = solved(model, { runningCores: [0, 0], arrivingWorkPerS: 0, powerLimitW: 1e9 });
    expect(template).toMatchObject({ status: 'optimal', workPerS: 0, tasksPerJ: 0, boundTasksPerJ: 0 });
    expect([...template.allowableCores]).toEqual([0, 0, 0, 0]);
  });
});
