import { powerPerHeat } from '../../../../../models/physics/cooling/crac.js';
import { TOLERATED_K, TOLERATED_W } from '../../../../../models/facility/limits.js';
import { evaluateSetting } from '../../../../../models/families/templates/evaluate.js';
import type { TemplatesModel, TemplateState } from '../../../../../models/families/templates/model.js';
import { existingWorkPerS, leastUtilisation } from '../../../../../models/families/templates/states.js';
import type { Template } from '../../../../../models/families/templates/template.js';

/** Work and power reached when a template is used in another state than the one for which it was made. */
export interface Applied {
  /**
   * Work and power with the unchanged template; new tasks start only as fast as tasks arrive. `excessW` is the excess
   * of power over its limit, `excessK` that of the hottest outlet; both are 0 if the limits hold.
   */
  readonly asSet: Reached & { readonly excessW: number; readonly excessK: number };
  /** Work and power after set-point and tasks are reduced until both limits hold. */
  readonly kept: Reached;
  /**
   * True if running cores alone keep both limits with the template's vents; `kept` then keeps them too. Otherwise
   * `kept` is the setting in which only the running cores work, and violates a limit.
   */
  readonly keeps: boolean;
}

export interface Reached {
  readonly tasksPerJ: number;
  readonly workPerS: number;
  readonly powerW: number;
}

/** Fraction of the power and outlet tolerances by which the search for the most possible work may exceed the limits. */
const ROUNDING = 1e-3;
/** Excess over a whole number, in nodes, that counts as rounding error when running cores are assigned to nodes. */
const NODE_TOLERANCE = 1e-9;
/** Number of bisections: enough for a fraction to nearly the precision of floating-point numbers. */
const BISECTIONS = 50;

/**
 * Returns work and power when a scheduler uses a template in another state. It uses the template's vents, set-point and
 * allowed cores, but stops no running task. So the utilisation of a block of nodes is the larger of two: the
 * template's, and that of its running cores. As many nodes are on as this needs.
 *
 * For `asSet`, the work beyond running cores is reduced by a common factor to the work that arrives. For `kept`, the
 * set-point is also lowered by the excess of the hottest outlet. If that is not possible, or the power limit is
 * violated, the factor is reduced further.
 */
export function applied(model: TemplatesModel, state: TemplateState, template: Template): Applied {
  const { vents, setPointC } = template;
  const least = leastUtilisation(model, state);
  const running = Float64Array.from(model.blocks, ({ quadrant }) => least[quadrant]!);
  const allowed = running.map((share, b) => Math.max(share, template.utilisation[b]!));
  const awakeNodes = template.awakeNodes?.map((nodes, b) =>
    Math.max(nodes, Math.ceil(model.blocks[b]!.nodeCount * running[b]! - NODE_TOLERANCE)),
  );
  const at = (utilisation: Float64Array): ReturnType<typeof evaluateSetting> =>
    evaluateSetting(model, state, { vents, setPointC, utilisation, awakeNodes });
  const [none, all] = [at(running), at(allowed)];
  const existing = existingWorkPerS(model, state);
  const moreWork = all.workPerS - existing;
  const byWork = moreWork > state.arrivingWorkPerS ? state.arrivingWorkPerS / moreWork : 1;

  const between = (from: number, to: number, part: number): number => from + part * (to - from);
  const hottestRiseK = (part: number): number => {
    let hottest = -Infinity;
    for (let b = 0; b < running.length; b += 1) {
      hottest = Math.max(hottest, between(none.outletC[b]!, all.outletC[b]!, part));
    }
    return hottest - setPointC;
  };
  const reached = (part: number, suppliedC: number): Reached => {
    const nodeW = between(none.nodePowerW, all.nodePowerW, part);
    const powerW = nodeW * (1 + powerPerHeat(model.cooling, suppliedC));
    const workPerS = existing + part * moreWork;
    return { workPerS, powerW, tasksPerJ: powerW > 0 ? workPerS / powerW : 0 };
  };
  /**
   * Returns the warmest set-point at which outlets keep their limit with this fraction of the work beyond running
   * cores. It is at most the template's set-point and at least the coolest possible one.
   */
  const suppliedC = (part: number): number =>
    Math.max(model.setPointMinC, Math.min(setPointC, model.outletLimitC - hottestRiseK(part)));
  const holds = (part: number, tolerance = ROUNDING): boolean => {
    const supply = suppliedC(part);
    const overK = supply + hottestRiseK(part) - model.outletLimitC;
    const overW = reached(part, supply).powerW - state.powerLimitW;
    return overK <= tolerance * TOLERATED_K && overW <= tolerance * TOLERATED_W;
  };

  const asSet = reached(byWork, setPointC);
  const overW = asSet.powerW - state.powerLimitW;
  const overK = setPointC + hottestRiseK(byWork) - model.outletLimitC;
  const keeps = holds(0, 1);
  const part = keeps ? mostThatHolds(holds, byWork) : 0;
  return {
    asSet: { ...asSet, excessW: overW > TOLERATED_W ? overW : 0, excessK: overK > TOLERATED_K ? overK : 0 },
    kept: reached(part, suppliedC(part)),
    keeps,
  };
}

/** Returns the largest fraction up to `most` for which `holds`; it must hold for 0 and for all smaller ones. */
function mostThatHolds(holds: (part: number) => boolean, most: number): number {
  if (holds(most)) return most;
  let low = 0;
  let high = most;
  for (let step = 0; step < BISECTIONS; step += 1) {
    const middle = (low + high) / 2;
    if (holds(middle)) low = middle;
    else high = middle;
  }
  return low;
}
