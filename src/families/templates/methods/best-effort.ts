import type { Template } from '../../../../models/families/templates/template.js';
import type { TemplatesModel } from '../../../../models/families/templates/model.js';
import { nodePowerW } from './finish.js';
import type { TemplatesRoom } from './room.js';
import { safeCores } from './whole-cores.js';

interface Infeasible {
  readonly limitW: number;
  readonly lower: Float64Array;
  /** Warmest set-point of each vent combination at which running cores alone keep the outlet limit, C. */
  readonly highestC: Float64Array;
  /** Indices of the vent combinations, in descending order of `highestC`. */
  readonly order: readonly number[];
}

/**
 * Returns the template of an infeasible state. In its setting only the running cores work, and the violated limit is
 * exceeded as little as possible.
 *
 * A state is infeasible in one of two cases. Either running cores alone exceed the outlet limit with all vents at the
 * coolest set-point. Or their power exceeds the power limit with the best vents at the warmest set-point that these
 * allow. More work only adds heat and power.
 */
export function bestEffort(
  room: TemplatesRoom,
  state: number,
  { limitW, lower, highestC, order }: Infeasible,
): Template {
  const { model, data, factor } = room;
  const vents = order[0]!;
  const tooHot = highestC[vents]! < model.setPointMinC;
  const setPointC = Math.max(model.setPointMinC, highestC[vents]!);
  const utilisation = Float64Array.from(data.quadrant, (q) => lower[q]!);
  const powerW = nodePowerW(room, utilisation) / factor.at(setPointC);
  if (!tooHot && powerW <= limitW) throw new Error('a feasible state was called infeasible');
  const hottestOutletC = setPointC + room.runningRiseK(vents, lower);
  const binding = tooHot ? 'infeasible-outlet' : 'infeasible-power';
  return infeasible(model, { state, vents, setPointC, utilisation, powerW, hottestOutletC, binding });
}

/** Returns the template of an infeasible state, with a given setting in which only the running cores work. */
export function infeasible(
  model: TemplatesModel,
  setting: Pick<Template, 'state' | 'vents' | 'setPointC' | 'utilisation' | 'powerW' | 'hottestOutletC' | 'binding'> & {
    readonly awakeNodes?: Int32Array;
  },
): Template {
  const { vents, setPointC, utilisation, powerW, awakeNodes } = setting;
  const workPerS = model.blocks.reduce((sum, block, b) => sum + block.workPerS * utilisation[b]!, 0);
  return {
    ...setting,
    status: 'infeasible',
    workPerS,
    tasksPerJ: powerW > 0 ? workPerS / powerW : 0,
    boundTasksPerJ: 0,
    allowableCores: safeCores(model, vents, setPointC, utilisation, awakeNodes),
  };
}
