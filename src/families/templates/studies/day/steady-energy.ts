import { powerPerHeat } from '../../../../../models/physics/cooling/crac.js';
import { pStateTable } from '../../../../../models/physics/power/p-states.js';
import type { TemplatesModel } from '../../../../../models/families/templates/model.js';

/**
 * Energies of a day computed without a simulation, J. The room is taken to be in a steady state in which the CRACs
 * remove all heat at one set-point.
 */
export interface SteadyEnergy {
  /** Energy if every core runs the task of highest power in P-state 0, at the set-point of `overcooling`. */
  readonly fullLoadOvercooledJ: number;
  /** Energy if no core works, at the set-point of the thermal manager `overcooling`. */
  readonly idleOvercooledJ: number;
  /** Energy if no core works, at the set-point of the thermal manager `throttling`. */
  readonly idleThrottlingJ: number;
}

/** Returns a day's energies in steady state at the set-points of the managers `overcooling` and `throttling`. */
export function steadyEnergy(
  { instance, blocks, cooling }: TemplatesModel,
  { overcoolingC, throttlingC }: { readonly overcoolingC: number; readonly throttlingC: number },
  durationS: number,
): SteadyEnergy {
  const hungriestW = instance.facility.nodeTypes.map((type) =>
    type.tasks.reduce((most, task) => Math.max(most, pStateTable(type, task).powerW[0]!), 0),
  );
  const idleW = blocks.reduce((sum, block) => sum + block.idleW, 0);
  const fullW = blocks.reduce(
    (sum, { type, nodeCount, coresPerNode }) => sum + nodeCount * coresPerNode * hungriestW[type]!,
    idleW,
  );
  const dayJ = (nodesW: number, setPointC: number): number =>
    nodesW * (1 + powerPerHeat(cooling, setPointC)) * durationS;
  return {
    fullLoadOvercooledJ: dayJ(fullW, overcoolingC),
    idleOvercooledJ: dayJ(idleW, overcoolingC),
    idleThrottlingJ: dayJ(idleW, throttlingC),
  };
}
