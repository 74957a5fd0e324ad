import { evaluateSetting, type TemplateSetting } from '../../../../models/families/templates/evaluate.js';
import type { TemplatesModel, TemplateState } from '../../../../models/families/templates/model.js';
import { leastUtilisation, workLimitPerS } from '../../../../models/families/templates/states.js';
import type { Template } from '../../../../models/families/templates/template.js';
import { safeCores } from '../methods/whole-cores.js';
import { coresFigures, NodeOutlets, safeForNodes } from './whole-cores.js';

/** Maximum number of times that the set-point of a template is lowered. */
const MAX_STEPS = 40;
/** Amount by which a set-point is lowered further than computed, K, because of rounding error. */
const MARGIN_K = 1e-7;
/** Fraction of a core by which the cores of a node may exceed a whole number, because of rounding error. */
const WHOLE = 1e-6;

/**
 * Returns the template with safe whole cores, at least as many as run in each quadrant. If cores do not divide evenly,
 * some nodes are warmer, and fewer than the running cores may be safe. Then the set-point is lowered as little as
 * possible, and work beyond running cores is reduced to the power limit.
 *
 * If the set-point cannot be lowered, or running cores would then exceed the power limit, set-point and utilisations
 * are unchanged.
 */
export function enoughForRunning(
  model: TemplatesModel,
  riseKPerCore: Float64Array,
  state: TemplateState,
  found: Template,
): Template {
  const safe = safeForNodes(model, riseKPerCore, found);
  if (found.status !== 'optimal') return safe;
  let template = safe;
  let frugally = false;
  for (let step = 0; step < MAX_STEPS; step++) {
    const short = model.quadrants.map((_, q) => state.runningCores[q]! - allowedIn(model, template, q));
    if (short.every((cores) => cores <= 0)) return template;
    const { allowableCores, excessK } = filled(model, riseKPerCore, template, short, frugally);
    if (excessK <= 0) {
      const { workPerS, powerW } = coresFigures(model, riseKPerCore, template, allowableCores);
      const isWithin = workPerS <= workLimitPerS(model, state) && powerW <= state.powerLimitW;
      if (isWithin) return { ...template, allowableCores };
      if (frugally) return safe;
      frugally = true;
      continue;
    }
    const cooler = atSetPoint(model, state, template, template.setPointC - excessK - MARGIN_K);
    if (cooler === null) return safe;
    template = safeForNodes(model, riseKPerCore, cooler);
  }
  return safe;
}

function allowedIn({ blocks }: TemplatesModel, { allowableCores }: Template, quadrant: number): number {
  return blocks.reduce((sum, block, b) => sum + (block.quadrant === quadrant ? allowableCores[b]! : 0), 0);
}

/**
 * Returns the template's whole cores plus the missing ones, and the resulting excess over the outlet limit, K. Each
 * missing core goes to the block of its quadrant that keeps the room's hottest node coolest.
 *
 * @param short number of missing cores of each quadrant
 * @param frugally true to add each core where it draws least power instead
 */
function filled(
  model: TemplatesModel,
  riseKPerCore: Float64Array,
  template: Template,
  short: readonly number[],
  frugally: boolean,
): { readonly allowableCores: Int32Array; readonly excessK: number } {
  const { blocks, outletLimitC } = model;
  const outlets = new NodeOutlets(model, riseKPerCore, template);
  const groups = groupsOf(model, template);
  let hottestC = -Infinity;
  for (const [q, missing] of short.entries()) {
    for (let k = 0; k < missing; k++) {
      let taker = -1;
      let takerC = Infinity;
      let takerW = Infinity;
      for (const [b, { quadrant, busyW, nodeCount, coresPerNode }] of blocks.entries()) {
        if (quadrant !== q || !outlets.hasIdleCore(b) || groups[b]!.spare <= 0) continue;
        const coreW = frugally ? busyW / (nodeCount * coresPerNode) : 0;
        if (coreW > takerW) continue;
        const withOneC = outlets.hottestWithOneMoreC(b, coreW < takerW ? Infinity : takerC);
        if (coreW < takerW || (coreW === takerW && withOneC < takerC)) [taker, takerC, takerW] = [b, withOneC, coreW];
      }
      if (taker < 0) break;
      outlets.change(taker, 1);
      groups[taker]!.spare -= 1;
      hottestC = takerC;
    }
  }
  return { allowableCores: outlets.cores, excessK: hottestC - outletLimitC };
}

/**
 * Returns for each block a counter of the cores that may still be added. Blocks of one quadrant and node type share one
 * counter. With it, their total stays at most the sum of the cores of all their nodes, each rounded up
 * (docs/templates/checker.md).
 */
function groupsOf(
  { blocks }: TemplatesModel,
  { utilisation, allowableCores, awakeNodes }: Template,
): readonly { spare: number }[] {
  const groups = new Map<string, { spare: number }>();
  return blocks.map(({ quadrant, type, nodeCount, coresPerNode }, b) => {
    const key = `${quadrant}/${type}`;
    const group = groups.get(key) ?? { spare: 0 };
    groups.set(key, group);
    const nodes = awakeNodes?.[b] ?? nodeCount;
    const wanted = utilisation[b]! * nodeCount * coresPerNode;
    if (nodes > 0) group.spare += nodes * Math.ceil(wanted / nodes - WHOLE) - allowableCores[b]!;
    return group;
  });
}

/**
 * Returns the template at a cooler set-point, with work reduced to the power limit. Null if no set-point is that cool,
 * or if running cores alone exceed the power limit.
 */
function atSetPoint(
  model: TemplatesModel,
  state: TemplateState,
  template: Template,
  setPointC: number,
): Template | null {
  if (setPointC < model.setPointMinC) return null;
  const { vents, awakeNodes } = template;
  const least = leastUtilisation(model, state);
  const settingOf = (part: number): TemplateSetting & { readonly utilisation: Float64Array } => {
    const utilisation = template.utilisation.map((value, b) => {
      const running = least[model.blocks[b]!.quadrant]!;
      return part === 1 ? value : running + part * (value - running);
    });
    return { vents, setPointC, utilisation, awakeNodes };
  };
  let setting = settingOf(1);
  let { binding } = template;
  let effect = evaluateSetting(model, state, setting);
  if (effect.powerW > state.powerLimitW) {
    // Power is linear in the part of the work beyond running work.
    const runningW = evaluateSetting(model, state, settingOf(0)).powerW;
    const part = (state.powerLimitW - runningW) / (effect.powerW - runningW);
    if (!(part >= 0)) return null;
    setting = settingOf(Math.max(0, part - 1e-12));
    effect = evaluateSetting(model, state, setting);
    binding = 'power';
  }
  const { utilisation } = setting;
  const { workPerS, powerW, tasksPerJ, hottestOutletC } = effect;
  return {
    ...template,
    setPointC,
    utilisation,
    workPerS,
    powerW,
    tasksPerJ,
    hottestOutletC,
    binding,
    allowableCores: safeCores(model, vents, setPointC, utilisation, awakeNodes),
  };
}
