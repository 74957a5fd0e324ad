import type { Template } from '../../../../../models/families/templates/template.js';
import type { TemplatesModel } from '../../../../../models/families/templates/model.js';
import { coefficientOfPerformance } from '../../../../../models/physics/cooling/crac.js';
import { safeCores } from '../whole-cores.js';
import type { LeastRunning } from './running-work.js';

/**
 * Returns the template of an infeasible state with standby: running work alone is too hot at the coolest set-point
 * whichever nodes are on, or exceeds the power limit at its least power (docs/templates/standby.md). The setting is the
 * best effort.
 */
export function standbyEffort(
  model: TemplatesModel,
  state: number,
  lower: Float64Array,
  { cheapest, coolest }: LeastRunning,
): Template {
  const { vents, awake, setPointC, nodeW, hottestOutletC } = cheapest ?? coolest;
  const utilisation = Float64Array.from(model.blocks, ({ quadrant }) => lower[quadrant]!);
  let workPerS = 0;
  for (const [b, block] of model.blocks.entries()) workPerS += block.workPerS * utilisation[b]!;
  const powerW = nodeW * (1 + 1 / coefficientOfPerformance(model.cooling, setPointC));
  return {
    state,
    status: 'infeasible',
    vents,
    setPointC,
    utilisation,
    workPerS,
    powerW,
    tasksPerJ: powerW > 0 ? workPerS / powerW : 0,
    boundTasksPerJ: 0,
    hottestOutletC,
    binding: cheapest === null ? 'infeasible-outlet' : 'infeasible-power',
    allowableCores: safeCores(model, vents, setPointC, utilisation, awake),
    awakeNodes: awake,
  };
}
