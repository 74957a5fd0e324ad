import { evaluateSetting } from '../../../models/problems/templates/evaluate.js';
import type { TemplatesProblem, TemplateState } from '../../../models/problems/templates/problem.js';
import { existingWorkPerS, leastUtilisation } from '../../../models/problems/templates/states.js';
import type { Template } from '../../../models/problems/templates/template.js';

/** What a template does in a state it was not made for. */
export interface Applied {
  /** As set, with no more tasks than there are: by how much the power and the outlet limit are passed; 0 where they hold. */
  readonly excessW: number;
  readonly excessK: number;
  /** Whether they hold with running cores alone. */
  readonly keeps: boolean;
  /** With as much of the work beyond that of running cores as keeps both limits. */
  readonly tasksPerJ: number;
  readonly workPerS: number;
  readonly powerW: number;
}

/** Of rounding: what a limit may be passed by without being broken, as the checker has it. */
const POWER_TOLERANCE_W = 1e-3;
const TEMPERATURE_TOLERANCE_K = 1e-6;

/**
 * A scheduler sets the template's vents and set-point and allows its cores, but stops nothing that runs: U_b is the template's, at least that of
 * the running cores. Cores without a task draw nothing: what is beyond running cores shrinks, everywhere by one factor, to the work that
 * arrives. For `tasksPerJ` it shrinks on until the limits hold: powers and temperatures are linear in that factor.
 */
export function applied(problem: TemplatesProblem, state: TemplateState, template: Template): Applied {
  const { vents, setPointC } = template;
  const least = leastUtilisation(problem, state);
  const running = Float64Array.from(problem.blocks, ({ quadrant }) => least[quadrant]!);
  const allowed = running.map((share, b) => Math.max(share, template.utilisation[b]!));
  const at = (utilisation: Float64Array): ReturnType<typeof evaluateSetting> =>
    evaluateSetting(problem, state, { vents, setPointC, utilisation });
  const [none, all] = [at(running), at(allowed)];
  const existing = existingWorkPerS(problem, state);
  const moreWork = all.workPerS - existing;
  const byWork = moreWork > state.arrivingWorkPerS ? state.arrivingWorkPerS / moreWork : 1;

  const powerAt = (part: number): number => none.powerW + part * (all.powerW - none.powerW);
  const hottestAt = (part: number): number => {
    let hottest = -Infinity;
    for (let b = 0; b < running.length; b += 1) {
      hottest = Math.max(hottest, none.outletC[b]! + part * (all.outletC[b]! - none.outletC[b]!));
    }
    return hottest;
  };
  const overW = powerAt(byWork) - state.powerLimitW;
  const overK = hottestAt(byWork) - problem.outletLimitC;
  const keeps =
    none.powerW <= state.powerLimitW + POWER_TOLERANCE_W &&
    none.hottestOutletC <= problem.outletLimitC + TEMPERATURE_TOLERANCE_K;
  let part = keeps ? byWork : 0;
  part = Math.min(part, partUntil(none.powerW, all.powerW, state.powerLimitW));
  for (let b = 0; b < running.length; b += 1) {
    part = Math.min(part, partUntil(none.outletC[b]!, all.outletC[b]!, problem.outletLimitC));
  }
  const workPerS = existing + part * moreWork;
  const powerW = powerAt(part);
  return {
    excessW: overW > POWER_TOLERANCE_W ? overW : 0,
    excessK: overK > TEMPERATURE_TOLERANCE_K ? overK : 0,
    keeps,
    tasksPerJ: powerW > 0 ? workPerS / powerW : 0,
    workPerS,
    powerW,
  };
}

/** How far one may go from `none` to `all` before the limit is reached, 0 to 1. */
function partUntil(none: number, all: number, limit: number): number {
  return all <= limit ? 1 : Math.max(0, Math.min(1, (limit - none) / (all - none)));
}
