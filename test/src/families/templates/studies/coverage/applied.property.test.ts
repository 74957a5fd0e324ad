import { describe, expect, it } from 'vitest';
import { evaluateSetting } from '../../../../../../models/families/templates/evaluate.js';
import { templatesModel } from '../../../../../../models/families/templates/compile.js';
import type { TemplateState } from '../../../../../../models/families/templates/model.js';
import { leastUtilisation, stateAt, stateCount } from '../../../../../../models/families/templates/states.js';
import { TemplatesSolver } from '../../../../../../src/families/templates/methods/solve-templates.js';
import { randomStream } from '../../../../../../src/random/stream.js';
import { applied } from '../../../../../../src/families/templates/studies/coverage/applied.js';
import { drawnState, gridAxes } from '../../../../../../src/families/templates/studies/coverage/axes.js';
import { tinyTemplates, ventMatricesOf } from '../../../../../support/tiny-templates.js';
import { randomTemplatesRoom } from '../../../../../support/templates-room.js';
import { fuzzCount } from '../../../../../support/fuzz.js';

/** 40 cores: 1000 + 600 u W, 2 u tasks/s, CoP 4, outlets P / 500 K above the set-point, at most 23 C. */
const INSTANCE = tinyTemplates('tiny-one-quadrant');
const MODEL = templatesModel(INSTANCE, ventMatricesOf(INSTANCE));
const SOLVER = new TemplatesSolver(MODEL);
const found = (arrivingWorkPerS: number, running: number, powerLimitW: number): TemplateState => ({
  index: -1,
  arrivingWorkPerS,
  runningCores: [running],
  powerLimitW,
});

describe('a template in another state', () => {
  it('is what it was made to be in its own', () => {
    for (let k = 0; k < stateCount(INSTANCE.grid); k += 1) {
      const state = stateAt(INSTANCE.grid, k);
      const template = SOLVER.solveState(state);
      const { asSet, kept, keeps } = applied(MODEL, state, template);
      for (const { workPerS, tasksPerJ } of [asSet, kept]) {
        expect(workPerS).toBeCloseTo(template.workPerS, 9);
        expect(tasksPerJ).toBeCloseTo(template.tasksPerJ, 12);
      }
      expect([keeps, asSet.excessW > 0, asSet.excessK]).toEqual(
        template.status === 'optimal' ? [true, false, 0] : [false, true, 0],
      );
    }
  });

  it('runs no more tasks than arrive', () => {
    // Made for 3 tasks/s and 1700 W: 1360 W, 1.2 tasks/s. Only 0.7 arrive: u = 0.35.
    const template = SOLVER.solveState(found(3, 0, 1700));
    const { asSet, kept } = applied(MODEL, found(0.7, 0, 1700), template);
    expect(asSet.workPerS).toBeCloseTo(0.7, 10);
    expect(asSet.powerW).toBeCloseTo(1.25 * (1000 + 600 * 0.35), 8);
    expect(asSet.excessW).toBe(0);
    expect(kept.workPerS).toBeCloseTo(0.7, 10);
  });

  it('gives tasks up until a lower power limit holds, and says how far it was passed', () => {
    const template = SOLVER.solveState(found(3, 0, 1700));
    const { asSet, kept, keeps } = applied(MODEL, found(3, 0, 1600), template);
    expect(keeps).toBe(true);
    expect(asSet.excessW).toBeCloseTo(100, 6);
    expect(asSet.workPerS).toBeCloseTo(1.2, 6);
    expect(kept.powerW).toBeCloseTo(1600, 2);
    // 1280 W of nodes.
    expect(kept.workPerS).toBeCloseTo((2 * 280) / 600, 5);
  });

  it('lowers the set-point where an outlet is too hot, and gives tasks up where it is the coolest', () => {
    // Made for 0.5 tasks/s: 1150 W and 20.7 C. 20 cores run: 1300 W, 23.3 C; 0.3 K too hot, and the set-point may fall to 20 C.
    const template = SOLVER.solveState(found(0.5, 0, 1500));
    expect(template.setPointC).toBeCloseTo(20.7, 6);
    const { asSet, kept, keeps } = applied(MODEL, found(0.5, 20, 2000), template);
    expect([keeps, asSet.excessW]).toEqual([true, 0]);
    expect(asSet.excessK).toBeCloseTo(0.3, 6);
    // CoP is constant: a colder set-point costs nothing.
    expect(kept.tasksPerJ).toBeCloseTo(asSet.tasksPerJ, 12);
    // 2 tasks/s at 1600 W would need 19.8 C: 1500 W, u = 5/6, is what 20 C allows.
    const full = { ...template, utilisation: Float64Array.of(1) };
    expect(applied(MODEL, found(3, 20, 3000), full).kept.workPerS).toBeCloseTo(5 / 3, 5);
  });

  it('stops nothing that runs, even if it is too much', () => {
    const template = SOLVER.solveState(found(0.5, 0, 1500));
    // 30 cores run: 1450 W of nodes, 1812.5 W; outlet 2.9 K above a set-point chosen for u = 0.25.
    const { keeps, kept, asSet } = applied(MODEL, found(0.5, 30, 1800), template);
    expect(keeps).toBe(false);
    expect(kept.workPerS).toBeCloseTo(1.5, 10);
    expect(kept.powerW).toBeCloseTo(1812.5, 8);
    expect(asSet.excessW).toBeCloseTo(12.5, 8);
    expect(asSet.excessK).toBeCloseTo(template.setPointC + 2.9 - 23, 8);
  });

  it('never does better than the best while it keeps the limits, in rooms at random', () => {
    let kept = 0;
    let broken = 0;
    for (let seed = 1; seed <= fuzzCount(30, 15); seed += 1) {
      const { model } = randomTemplatesRoom(seed);
      const solver = new TemplatesSolver(model);
      const stream = randomStream(seed, 'states');
      const axes = gridAxes(model);
      for (let k = 0; k < 6; k += 1) {
        const [state, other] = [drawnState(axes, stream), drawnState(axes, stream)];
        const template = solver.solveState(other);
        const best = solver.solveState(state);
        const one = applied(model, state, template);
        if (one.asSet.excessW > 0 || one.asSet.excessK > 0) broken += 1;
        if (!one.keeps) continue;
        // Running cores alone keep all limits: the state is feasible.
        expect(best.status).toBe('optimal');
        expect(one.kept.tasksPerJ).toBeLessThanOrEqual(best.boundTasksPerJ * (1 + 1e-7));
        expect(one.kept.powerW).toBeLessThanOrEqual(state.powerLimitW + 1e-3);
        kept += 1;
        const least = leastUtilisation(model, state);
        const allowed = template.utilisation.map((u, b) => Math.max(u, least[model.blocks[b]!.quadrant]!));
        const all = evaluateSetting(model, state, { ...template, utilisation: allowed });
        expect(one.kept.workPerS).toBeLessThanOrEqual(all.workPerS * (1 + 1e-12));
        expect(one.kept.workPerS).toBeLessThanOrEqual(one.asSet.workPerS * (1 + 1e-12));
      }
    }
    expect(kept).toBeGreaterThan(20);
    expect(broken).toBeGreaterThan(20);
  });
});
