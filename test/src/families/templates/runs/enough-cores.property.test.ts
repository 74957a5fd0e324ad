import { describe, expect, it } from 'vitest';
import { evaluateSetting } from '../../../../../models/families/templates/evaluate.js';
import type { TemplatesModel } from '../../../../../models/families/templates/model.js';
import type { Template } from '../../../../../models/families/templates/template.js';
import { TemplatesSolver } from '../../../../../src/families/templates/methods/solve-templates.js';
import { templatesChecker } from '../../../../../src/families/templates/check/check-templates.js';
import { chunksOf, solveChunk } from '../../../../../src/families/templates/runs/chunks.js';
import { enoughForRunning } from '../../../../../src/families/templates/runs/enough-cores.js';
import {
  coresFigures,
  nodeRiseKPerCore,
  safeForNodes,
} from '../../../../../src/families/templates/runs/whole-cores.js';
import { fuzzCount } from '../../../../support/fuzz.js';
import { randomTemplatesRoom } from '../../../../support/templates-room.js';
import { randomTemplatesModel, randomTemplatesState } from '../../../../support/templates.js';
import { openedFrom, tinyTemplates } from '../../../../support/templates-database.js';

/** Cores that a template allows by quadrant. */
function allowed({ blocks, quadrants }: TemplatesModel, { allowableCores }: Template): number[] {
  return quadrants.map((_, q) =>
    blocks.reduce((sum, { quadrant }, b) => sum + (quadrant === q ? allowableCores[b]! : 0), 0),
  );
}

describe('whole cores, no fewer than run already', () => {
  it('take a set-point that the node with one more core allows: one rack by hand', () => {
    // Outlets of the rack: T + 2 P / 1000 with the power of its 10 nodes in the mean; 33 cores: T + 1.495 + 1.6 where a node runs 4.
    const model = { ...openedFrom(tinyTemplates('tiny-one-quadrant')).model, setPointMinC: 18 };
    const state = { index: 0, arrivingWorkPerS: 0, runningCores: [33], powerLimitW: 5000 };
    const setting = { vents: 0, setPointC: 23 - 2.99, utilisation: Float64Array.of(0.825) };
    const { workPerS, powerW, tasksPerJ, hottestOutletC } = evaluateSetting(model, state, setting);
    expect(hottestOutletC).toBeCloseTo(23, 9);
    const found: Template = {
      state: 0,
      status: 'optimal',
      binding: 'work',
      workPerS,
      powerW,
      tasksPerJ,
      hottestOutletC,
      ...setting,
      boundTasksPerJ: tasksPerJ,
      allowableCores: Int32Array.of(33),
    };
    const rise = nodeRiseKPerCore(model);
    expect(safeForNodes(model, rise, found).allowableCores[0]).toBe(30);
    const enough = enoughForRunning(model, rise, state, found);
    expect(enough.allowableCores[0]).toBe(33);
    expect(enough.setPointC).toBeCloseTo(23 - 3.095, 5);
    expect(enough.hottestOutletC).toBeCloseTo(23 - 0.105, 5);
    expect(enough.workPerS).toBe(workPerS);
    // Where CRACs supply no cooler air, the limit wins.
    const warm = { ...model, setPointMinC: 20 };
    expect(enoughForRunning(warm, rise, state, found).allowableCores[0]).toBe(30);
    expect(enoughForRunning(warm, rise, state, found).setPointC).toBe(found.setPointC);
  });

  it('keep every limit in random rooms, also the power limit, at which a cooler set-point leaves less work', () => {
    let cured = 0;
    let cooler = 0;
    let trimmed = 0;
    let left = 0;
    for (let seed = 1; seed <= fuzzCount(200); seed += 1) {
      const model = randomTemplatesModel(seed, { blocks: 8, quadrants: 3, setPointMinC: 10 });
      const { blocks, outletLimitC } = model;
      const solver = new TemplatesSolver(model);
      for (let k = 0; k < 4; k += 1) {
        const drawn = { index: 0, ...randomTemplatesState(model, 100 * seed + k) };
        // Little arrives, so that many blocks run what they must.
        const arrivingWorkPerS = 0.05 * k * drawn.arrivingWorkPerS;
        const state = { ...drawn, arrivingWorkPerS, runningCores: drawn.runningCores.map(Math.floor) };
        const free = solver.solveState(state);
        // Every other state has no more power than its best setting takes.
        if (k % 2 === 1 && free.status === 'optimal') state.powerLimitW = free.powerW;
        const found = solver.solveState(state);
        if (found.status === 'infeasible') continue;
        const rise = Float64Array.from(blocks, ({ busyW, coresPerNode }, b) => {
          return 0.8 * (busyW / coresPerNode) * model.outletRiseKPerW[found.vents]![b * blocks.length + b]!;
        });
        const before = safeForNodes(model, rise, found);
        const after = enoughForRunning(model, rise, state, found);
        const short = (template: Template): boolean =>
          allowed(model, template).some((cores, q) => cores < state.runningCores[q]!);
        if (!short(before)) {
          expect(after).toEqual(before);
          continue;
        }
        if (short(after)) {
          // The coolest set-point, or no power for a cooler one.
          left += 1;
          expect(after).toEqual(before);
          continue;
        }
        cured += 1;
        if (after.workPerS < before.workPerS * (1 - 1e-9)) trimmed += 1;
        if (after.setPointC < before.setPointC) cooler += 1;
        expect(after.setPointC).toBeLessThanOrEqual(before.setPointC);
        const effect = evaluateSetting(model, state, after);
        expect(effect.violations).toEqual([]);
        expect(effect.powerW).toBeCloseTo(after.powerW, 6);
        expect(effect.hottestOutletC).toBeCloseTo(after.hottestOutletC, 9);
        const whole = coresFigures(model, rise, after, after.allowableCores);
        expect(whole.hottestOutletC).toBeLessThanOrEqual(outletLimitC + 1e-8);
        expect(whole.powerW).toBeLessThanOrEqual(state.powerLimitW * (1 + 1e-6));
        expect(whole.workPerS).toBeLessThanOrEqual(after.workPerS * (1 + 1e-6));
      }
    }
    expect(cooler).toBeGreaterThan(3);
    expect(cured).toBeGreaterThan(5);
    expect(trimmed).toBeGreaterThan(0);
    expect(left).toBeLessThan(cured);
  });

  it('stay within the cores of each node type rounded up: what is stored passes the checker', () => {
    let states = 0;
    for (const seed of [14, 19, 54, ...Array.from({ length: fuzzCount(60) }, (_, k) => k + 100)]) {
      const { instance, matrices, model } = randomTemplatesRoom(seed);
      const checker = templatesChecker(instance, matrices);
      if (!checker.ok) throw new Error('a room that cannot be judged');
      const solver = new TemplatesSolver(model);
      for (const { template, figures } of chunksOf(instance.grid).flatMap((chunk) => solveChunk(solver, chunk))) {
        states += 1;
        expect({ seed, faults: checker.check.judge(template, figures.safe).faults }).toEqual({ seed, faults: [] });
      }
    }
    expect(states).toBeGreaterThan(100);
  });
});
