import { describe, expect, it } from 'vitest';
import type { TemplatesModel } from '../../../../../models/families/templates/model.js';
import { withAllNodesOn } from '../../../../../models/families/templates/standby.js';
import type { Template } from '../../../../../models/families/templates/template.js';
import { TemplatesSolver } from '../../../../../src/families/templates/methods/solve-templates.js';
import { fuzzCount } from '../../../../support/fuzz.js';
import { randomTemplatesState } from '../../../../support/templates.js';
import { effectByNode, randomStandbyModel } from '../../../../support/templates-standby.js';

type State = ReturnType<typeof randomTemplatesState>;

/** Levels of each block's utilisation that brute force tries between least and greatest. */
const LEVELS = 5;

/** Best quotient over all vents, numbers of nodes on and utilisations of a grid, each at the hottest set-point it allows; null without any. */
function bruteForce(model: TemplatesModel, state: State): number | null {
  const { blocks, quadrants, outletLimitC, setPointMinC, setPointMaxC } = model;
  const lower = blocks.map(({ quadrant }) => state.runningCores[quadrant]! / quadrants[quadrant]!.cores);
  const existing = blocks.reduce((sum, { workPerS }, b) => sum + workPerS * lower[b]!, 0);
  const limitPerS = state.arrivingWorkPerS + existing;
  let best: number | null = null;
  const judge = (vents: number, awake: readonly number[], wanted: readonly number[]): void => {
    // All of it, or as much of what is beyond running work as work and power limit allow.
    const at = (part: number) => {
      const utilisation = wanted.map((value, b) => lower[b]! + part * (value - lower[b]!));
      const cold = effectByNode(model, { vents, setPointC: 0, awake, utilisation });
      const setPointC = Math.min(setPointMaxC, outletLimitC - cold.hottestOutletC);
      return { ...effectByNode(model, { vents, setPointC, awake, utilisation }), setPointC };
    };
    const keeps = (part: number): boolean => {
      const { workPerS, powerW, setPointC } = at(part);
      return workPerS <= limitPerS && powerW <= state.powerLimitW && setPointC >= setPointMinC;
    };
    let part = 1;
    if (!keeps(1)) {
      if (!keeps(0)) return;
      let [kept, broken] = [0, 1];
      for (let step = 0; step < 30; step += 1) {
        const middle = (kept + broken) / 2;
        if (keeps(middle)) kept = middle;
        else broken = middle;
      }
      part = kept;
    }
    const { workPerS, powerW } = at(part);
    best = Math.max(best ?? 0, powerW > 0 ? workPerS / powerW : 0);
  };
  const awakeAt = (vents: number, awake: readonly number[]): void => {
    if (awake.length < blocks.length) {
      const b = awake.length;
      const { nodeCount, standby } = blocks[b]!;
      const fewest =
        standby === undefined ? nodeCount : Math.max(standby.minimumOn, Math.ceil(nodeCount * lower[b]! - 1e-12));
      for (let nodes = fewest; nodes <= nodeCount; nodes += 1) awakeAt(vents, [...awake, nodes]);
      return;
    }
    const levelsAt = (wanted: readonly number[]): void => {
      const b = wanted.length;
      if (b === blocks.length) {
        judge(vents, awake, wanted);
        return;
      }
      const most = awake[b]! / blocks[b]!.nodeCount;
      for (let level = 0; level < LEVELS; level += 1) {
        levelsAt([...wanted, lower[b]! + ((most - lower[b]!) * level) / (LEVELS - 1)]);
      }
    };
    levelsAt([]);
  };
  for (let vents = 0; vents < model.outletRiseKPerW.length; vents += 1) awakeAt(vents, []);
  return best;
}

function expectKept(model: TemplatesModel, state: State, template: Template): void {
  const { blocks, quadrants } = model;
  const { vents, setPointC, utilisation } = template;
  const awake = template.awakeNodes!;
  const effect = effectByNode(model, { vents, setPointC, awake, utilisation });
  expect(effect.workPerS).toBeCloseTo(template.workPerS, 9);
  expect(Math.abs(effect.powerW / template.powerW - 1)).toBeLessThan(1e-9);
  expect(effect.hottestOutletC).toBeCloseTo(template.hottestOutletC, 8);
  expect(effect.hottestOutletC).toBeLessThanOrEqual(model.outletLimitC + 1e-6);
  expect(effect.powerW).toBeLessThanOrEqual(state.powerLimitW * (1 + 1e-9));
  expect(setPointC).toBeGreaterThanOrEqual(model.setPointMinC);
  expect(setPointC).toBeLessThanOrEqual(model.setPointMaxC);
  blocks.forEach(({ nodeCount, standby, quadrant }, b) => {
    expect(Number.isInteger(awake[b]!)).toBe(true);
    expect(awake[b]!).toBeLessThanOrEqual(nodeCount);
    expect(awake[b]!).toBeGreaterThanOrEqual(standby === undefined ? nodeCount : standby.minimumOn);
    expect(utilisation[b]!).toBeLessThanOrEqual(awake[b]! / nodeCount + 1e-12);
    expect(utilisation[b]!).toBeGreaterThanOrEqual(state.runningCores[quadrant]! / quadrants[quadrant]!.cores - 1e-12);
  });
}

describe('templates with nodes on standby', () => {
  it.each([
    ['all choices of nodes tried', undefined],
    ['ranges of set-points bounded', 0],
  ])(
    '%s: no setting is above the bound, plans keep the limits, none is worse than with all nodes on',
    (_, maxChoices) => {
      // In room 20 nodes keep the limit of the coolest setting but for rounding.
      for (const seed of [...Array.from({ length: fuzzCount(30) }, (_none, n) => n + 1), 20]) {
        const model = randomStandbyModel(seed);
        const state = randomTemplatesState(model, seed);
        const asked = { ...state, index: 0 };
        const options = maxChoices === undefined ? {} : { maxChoices };
        const template = new TemplatesSolver(model, options).solveState(asked);
        const allOn = new TemplatesSolver(withAllNodesOn(model)).solveState(asked);
        const best = bruteForce(model, state);
        const note = `seed ${seed}`;
        if (template.status === 'infeasible') {
          expect([note, best]).toEqual([note, null]);
          expect([note, allOn.status]).toEqual([note, 'infeasible']);
          continue;
        }
        if (template.awakeNodes !== undefined) expectKept(model, state, template);
        expect([note, (best ?? 0) <= template.boundTasksPerJ * (1 + 1e-9)]).toEqual([note, true]);
        if (allOn.status === 'optimal')
          expect([note, template.tasksPerJ >= allOn.tasksPerJ * (1 - 1e-12)]).toEqual([note, true]);
        if (maxChoices === undefined) {
          expect([note, template.tasksPerJ >= (best ?? 0) * (1 - 1e-8)]).toEqual([note, true]);
          if (template.tasksPerJ > 0)
            expect([note, template.boundTasksPerJ / template.tasksPerJ - 1 < 1e-6]).toEqual([note, true]);
        }
      }
    },
  );
});
