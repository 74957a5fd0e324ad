import type { Template } from '../../../../models/families/templates/template.js';
import { nodePowerW } from './finish.js';
import type { TemplatesRoom } from './room.js';
import { safeCores } from './whole-cores.js';

interface Infeasible {
  readonly limitW: number;
  readonly lower: Float64Array;
  /** By vent combination, the hottest set-point at which running work alone keeps the outlet limit, C. */
  readonly highestC: Float64Array;
  /** Combinations by descending `highestC`. */
  readonly order: readonly number[];
}

/**
 * Returns the template of an infeasible state: running work alone breaks the outlet limit in every combination at the
 * coolest set-point, or exceeds the power limit at the best combination's hottest set-point. More work only adds heat
 * and power, so this is a proof. The setting runs the running work alone with the least excess over the binding limit.
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
  let workPerS = 0;
  for (let b = 0; b < data.blockCount; b += 1) workPerS += data.workPerS[b]! * utilisation[b]!;
  const powerW = nodePowerW(room, utilisation) / factor.at(setPointC);
  if (!tooHot && powerW <= limitW) throw new Error('a feasible state was called infeasible');
  return {
    state,
    status: 'infeasible',
    vents,
    setPointC,
    utilisation,
    workPerS,
    powerW,
    tasksPerJ: workPerS / powerW,
    boundTasksPerJ: 0,
    hottestOutletC: setPointC + room.runningRiseK(vents, lower),
    binding: tooHot ? 'infeasible-outlet' : 'infeasible-power',
    allowableCores: safeCores(model, vents, setPointC, utilisation),
  };
}
