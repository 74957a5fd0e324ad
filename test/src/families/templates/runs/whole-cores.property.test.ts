import { describe, expect, it } from 'vitest';
import type { TemplatesModel } from '../../../../../models/families/templates/model.js';
import { stateAt, statesOf, workLimitPerS } from '../../../../../models/families/templates/states.js';
import { TemplatesSolver } from '../../../../../src/families/templates/methods/solve-templates.js';
import { chunksOf, solveChunk, type SolvedTemplate } from '../../../../../src/families/templates/runs/chunks.js';
import { roundingEffect } from '../../../../../src/families/templates/runs/rounding-effect.js';
import {
  coresFigures,
  nodeRiseKPerCore,
  safeForNodes,
} from '../../../../../src/families/templates/runs/whole-cores.js';
import type { CoresFigures } from '../../../../../src/families/templates/runs/result.js';
import { randomTemplatesModel, randomTemplatesState } from '../../../../support/templates.js';
import { openedFrom, tinyTemplates } from '../../../../support/templates-database.js';
import { fuzzCount } from '../../../../support/fuzz.js';

/** One rack of 10 nodes of 4 cores; the outlet, 20 C + P / 500, is the limit in several states. */
const one = openedFrom(tinyTemplates('tiny-one-quadrant')).model;

function solved(model: TemplatesModel): SolvedTemplate[] {
  const solver = new TemplatesSolver(model);
  const all = chunksOf(model.instance.grid).flatMap((chunk) => solveChunk(solver, chunk));
  return all.sort((first, second) => first.template.state - second.template.state);
}

/** Every node's outlet of the one rack, from the definitions: fully mixed air, so that all inlets are alike. */
function nodeOutletsC(cores: number, setPointC: number): number[] {
  const nodes = Array.from({ length: 10 }, (_, node) => Math.floor(cores / 10) + (node < cores % 10 ? 1 : 0));
  const powersW = nodes.map((count) => 100 + 15 * count);
  // 10 nodes of 0.1 m3/s, 1 CRAC of 1 m3/s, air of 1 kJ/(m3 K): half of what is breathed was exhaled by nodes.
  const inletC = setPointC + powersW.reduce((sum, power) => sum + power, 0) / 1000;
  return powersW.map((power) => inletC + power / 100);
}

describe('whole cores by node', () => {
  it('heat a node as its own balance says', () => {
    const [rise] = nodeRiseKPerCore(one);
    expect(one.blocks[0]).toMatchObject({ nodeCount: 10, coresPerNode: 4, idleW: 1000, busyW: 600 });
    expect(rise).toBeCloseTo(15 / 100, 12);
    for (const cores of [0, 1, 9, 10, 25, 33, 40]) {
      const found = coresFigures(one, nodeRiseKPerCore(one), { vents: 0, setPointC: 20 }, Int32Array.of(cores));
      expect(found.hottestOutletC).toBeCloseTo(Math.max(...nodeOutletsC(cores, 20)), 9);
      expect(found.workPerS).toBeCloseTo(cores / 20, 12);
      expect(found.powerW).toBeCloseTo((1000 + 15 * cores) * 1.25, 9);
    }
  });

  it('take no node above the outlet limit, and no fewer cores than that asks', () => {
    const template = solved(one).find(({ template: found }) => found.binding === 'outlet')!.template;
    // 5/6 of 40 cores: 33 would be 3.3 a node, with the limit at the mean.
    expect(template.utilisation[0]).toBeCloseTo(5 / 6, 9);
    expect(template.allowableCores[0]).toBe(30);
    const rise = nodeRiseKPerCore(one);
    const cooler = { ...template, setPointC: 19.8, allowableCores: Int32Array.of(33) };
    expect(safeForNodes(one, rise, cooler).allowableCores[0]).toBe(33);
    const warm = { ...template, setPointC: 19.95, allowableCores: Int32Array.of(33) };
    expect(Math.max(...nodeOutletsC(33, 19.95))).toBeGreaterThan(23);
    expect(safeForNodes(one, rise, warm).allowableCores[0]).toBe(30);
  });
});

describe('safeForNodes in random rooms', () => {
  it('keeps every limit, and leaves no core out that some block could have', () => {
    let dropped = 0;
    let givenBack = 0;
    for (let seed = 1; seed <= fuzzCount(30, 30); seed++) {
      const model = randomTemplatesModel(seed, { blocks: 12, quadrants: 2, setPointMinC: 10 });
      const { blocks, outletLimitC } = model;
      const template = new TemplatesSolver(model).solveState({ index: 0, ...randomTemplatesState(model, seed) });
      if (template.status === 'infeasible') continue;
      const riseKPerCore = Float64Array.from(blocks, ({ busyW, coresPerNode }, b) => {
        return 0.8 * (busyW / coresPerNode) * model.outletRiseKPerW[template.vents]![b * blocks.length + b]!;
      });
      const effect = (cores: Int32Array): CoresFigures => coresFigures(model, riseKPerCore, template, cores);
      const { allowableCores: cores } = safeForNodes(model, riseKPerCore, template);
      const { workPerS, powerW, hottestOutletC } = effect(cores);
      expect(hottestOutletC).toBeLessThanOrEqual(outletLimitC + 1e-8);
      expect(workPerS).toBeLessThanOrEqual(template.workPerS * (1 + 1e-6));
      expect(powerW).toBeLessThanOrEqual(template.powerW * (1 + 1e-6));
      if (effect(template.allowableCores).hottestOutletC > outletLimitC + 1e-8) dropped++;
      const exact = new Map<string, number>();
      const whole = new Map<string, number>();
      blocks.forEach(({ quadrant, type, nodeCount, coresPerNode }, b) => {
        const key = `${quadrant} ${type}`;
        exact.set(key, (exact.get(key) ?? 0) + template.utilisation[b]! * nodeCount * coresPerNode);
        whole.set(key, (whole.get(key) ?? 0) + cores[b]!);
        if (cores[b]! > template.allowableCores[b]!) givenBack++;
      });
      blocks.forEach(({ quadrant, type, nodeCount, coresPerNode }, b) => {
        const key = `${quadrant} ${type}`;
        const spare = Math.floor(exact.get(key)! + 1e-7) - whole.get(key)!;
        expect(spare).toBeGreaterThanOrEqual(0);
        if (spare === 0 || cores[b]! === nodeCount * coresPerNode) return;
        expect(effect(cores.with(b, cores[b]! + 1)).hottestOutletC).toBeGreaterThan(outletLimitC);
      });
    }
    expect(dropped).toBeGreaterThan(5);
    expect(givenBack).toBeGreaterThan(5);
  });
});

describe('roundingEffect', () => {
  it.each(['tiny-one-quadrant', 'tiny-set-point', 'tiny-two-quadrants'])(
    '%s: the safe rule keeps every limit, and what the ceiling breaks is counted',
    (name) => {
      const { model } = openedFrom(tinyTemplates(name));
      const all = solved(model);
      expect(all.map(({ template }) => template.state)).toEqual(
        statesOf(model.instance.grid).map(({ index }) => index),
      );
      const feasible = all.filter(({ template }) => template.status === 'optimal');
      const safe = roundingEffect(model, 'safe', all);
      expect(safe.states).toBe(feasible.length);
      expect([safe.work.count, safe.power.count, safe.outlet.count]).toEqual([0, 0, 0]);
      expect(safe.workChange.mean).toBeLessThanOrEqual(1e-9);
      const ceiling = roundingEffect(model, 'ceiling', all);
      const over = feasible.map(({ template, figures }) => {
        const state = stateAt(model.instance.grid, template.state);
        const { workPerS, powerW, hottestOutletC } = figures.ceiling;
        return [
          workPerS - workLimitPerS(model, state),
          powerW - state.powerLimitW,
          hottestOutletC - model.outletLimitC,
        ];
      });
      for (const [k, breach] of [ceiling.work, ceiling.power, ceiling.outlet].entries()) {
        const excess = over.map((row) => row[k]!).filter((value) => value > 1e-6);
        expect(breach.count).toBe(excess.length);
        expect(breach.worst).toBeCloseTo(Math.max(0, ...excess), 9);
        expect(breach.worstState === null).toBe(excess.length === 0);
      }
      expect(ceiling.workChange.mean).toBeGreaterThanOrEqual(0);
    },
  );

  it('of the ceiling finds limits of power and outlet broken', () => {
    const ceiling = roundingEffect(one, 'ceiling', solved(one));
    expect(ceiling.power.count).toBeGreaterThan(0);
    expect(ceiling.outlet.count).toBeGreaterThan(0);
  });
});
