import type { TemplatesModel } from '../../../../models/families/templates/model.js';
import { stateAt, workLimitPerS } from '../../../../models/families/templates/states.js';
import type { SolvedTemplate } from './chunks.js';
import type { Breach, RoundingEffect, RoundingRule } from './result.js';
import { coresBy } from './whole-cores.js';

/**
 * Amount by which a limit may be exceeded because of rounding error. It is relative to the limit, or in K for
 * temperatures.
 */
const SLACK = 1e-9;

/** Returns the effects of one rounding rule: states whose whole cores violate a limit, and the change of work. */
export function roundingEffect(
  model: TemplatesModel,
  rule: RoundingRule,
  solved: readonly SolvedTemplate[],
): RoundingEffect {
  const feasible = solved.filter(({ template }) => template.status === 'optimal');
  const [work, power, outlet, running] = [tally(), tally(), tally(), tally()];
  let changes = 0;
  let least = 0;
  let working = 0;
  for (const { template, figures } of feasible) {
    const { state: index, workPerS } = template;
    const state = stateAt(model.instance.grid, index);
    const effect = figures[rule];
    const limitPerS = workLimitPerS(model, state);
    work.note(index, effect.workPerS - limitPerS, SLACK * limitPerS);
    power.note(index, effect.powerW - state.powerLimitW, SLACK * state.powerLimitW);
    outlet.note(index, effect.hottestOutletC - model.outletLimitC, SLACK * 10);
    const allowed = model.quadrants.map(() => 0);
    const cores = coresBy(rule, model, template);
    model.blocks.forEach(({ quadrant }, b) => {
      allowed[quadrant]! += cores[b]!;
    });
    state.runningCores.forEach((count, q) => {
      running.note(index, count - allowed[q]!, 0);
    });
    if (workPerS === 0) continue;
    const change = effect.workPerS / workPerS - 1;
    changes += change;
    least = working === 0 ? change : Math.min(least, change);
    working++;
  }
  const workChange = { mean: working === 0 ? 0 : changes / working, least };
  return {
    states: feasible.length,
    work: work.found,
    power: power.found,
    outlet: outlet.found,
    fewerThanRunning: running.found,
    workChange,
  };
}

function tally(): { readonly found: Breach; readonly note: (state: number, excess: number, slack: number) => void } {
  const found = { count: 0, worst: 0, worstState: null as number | null };
  return {
    found,
    note(state, excess, slack) {
      if (!(excess > slack)) return;
      found.count++;
      if (excess <= found.worst) return;
      found.worst = excess;
      found.worstState = state;
    },
  };
}
