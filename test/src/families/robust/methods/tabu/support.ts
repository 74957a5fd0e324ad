import { evaluateMapping } from '../../../../../../models/families/robust/evaluate.js';
import { cloneMapping, createMapping, type Mapping } from '../../../../../../models/families/robust/mapping.js';
import type { RobustGoal } from '../../../../../../models/families/robust/plan.js';
import type { RobustModel } from '../../../../../../models/families/robust/model.js';
import { ConstraintHandler, type Quantiles } from '../../../../../../src/families/robust/methods/handling.js';
import { CONSTRAINT_HANDLING, type Improvements } from '../../../../../../src/families/robust/methods/outcome.js';
import type { RandomStream } from '../../../../../../src/random/stream.js';

export const GOALS: readonly RobustGoal[] = ['mo-ec', 'eo-mc'];

/** All eight combinations. */
export const IMPROVEMENTS: readonly Improvements[] = [false, true].flatMap((zSpace) =>
  [false, true].flatMap((ties) => [false, true].map((keepFeasible) => ({ zSpace, ties, keepFeasible }))),
);

/** Every task on an arbitrary core that can run it, in an arbitrary P-state. */
export function randomMapping(model: RobustModel, random: RandomStream): Mapping {
  const mapping = createMapping(model.taskCount);
  for (let task = 0; task < model.taskCount; task++) {
    do mapping.core[task] = random.integer(0, model.coreCount - 1);
    while (!canRun(model, task, mapping.core[task]!));
    mapping.pState[task] = random.integer(0, nodeOf(model, mapping.core[task]!).pStateCount - 1);
  }
  return mapping;
}

export function nodeOf({ nodes, nodeOfCore }: RobustModel, core: number): RobustModel['nodes'][number] {
  return nodes[nodeOfCore[core]!]!;
}

export function canRun(model: RobustModel, task: number, core: number): boolean {
  return model.meanS[task * model.columnCount + nodeOf(model, core).column] !== Infinity;
}

/** A handler drawn from all there are, with a weight drawn too. */
export function randomHandler(model: RobustModel, random: RandomStream, goal?: RobustGoal): ConstraintHandler {
  const { zSpace, ties } = IMPROVEMENTS[random.integer(0, IMPROVEMENTS.length - 1)]!;
  const handling = CONSTRAINT_HANDLING[random.integer(0, CONSTRAINT_HANDLING.length - 1)]!;
  const handler = new ConstraintHandler(model, goal ?? GOALS[random.integer(0, 1)]!, handling, { zSpace, ties });
  handler.weight = random.integer(0, 300) / 100;
  return handler;
}

/** What a mapping comes to with some tasks elsewhere, from scratch. */
export function measured(
  model: RobustModel,
  mapping: Mapping,
  changes: readonly (readonly [task: number, core: number, pState: number])[],
): Quantiles {
  const changed = cloneMapping(mapping);
  for (const [task, core, pState] of changes) {
    changed.core[task] = core;
    changed.pState[task] = pState;
  }
  return evaluateMapping(model, changed);
}

/** Whether b improves on a even if rounding had spoilt both of b's quantiles. */
export function clearlyImproves(handler: ConstraintHandler, a: Quantiles, b: Quantiles): boolean {
  return improvesBy(handler, a, b, -1e-9);
}

/** Whether b improves on a if rounding is given the benefit of the doubt. */
export function perhapsImproves(handler: ConstraintHandler, a: Quantiles, b: Quantiles): boolean {
  return improvesBy(handler, a, b, 1e-9);
}

function improvesBy(handler: ConstraintHandler, a: Quantiles, b: Quantiles, share: number): boolean {
  const nudged = (z: number): number => (Number.isFinite(z) ? z + share * (1 + Math.abs(z)) : z);
  handler.hold(a.makespanZ, a.energyZ);
  return handler.improves(nudged(b.makespanZ), nudged(b.energyZ));
}
