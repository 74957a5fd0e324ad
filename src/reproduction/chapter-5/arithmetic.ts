import { coefficientOfPerformance } from '../../../models/physics/cooling/crac.js';
import { pStateTable } from '../../../models/physics/power/p-states.js';
import type { TemplatesModel } from '../../../models/families/templates/model.js';

/**
 * Energies of a day that follow from a room's tables without a simulation, MJ in `durationS`: steady, all heat removed
 * at one set-point.
 */
export interface DayEnergies {
  /** Energy with every core on its highest-powered task in P-state 0, overcooled, MJ (section 5.7: about 22,000 MJ). */
  readonly fullLoadMJ: number;
  /** Energy with no core at work, the least of any day, MJ. */
  readonly idleOvercooledMJ: number;
  readonly idleThrottlingMJ: number;
}

export function dayEnergies(
  { instance, blocks, cooling }: TemplatesModel,
  { overcoolingC, throttlingC }: { readonly overcoolingC: number; readonly throttlingC: number },
  durationS: number,
): DayEnergies {
  const hungriestW = instance.facility.nodeTypes.map((type) =>
    type.tasks.reduce((most, task) => Math.max(most, pStateTable(type, task).powerW[0]!), 0),
  );
  const idleW = blocks.reduce((sum, block) => sum + block.idleW, 0);
  const fullW = blocks.reduce(
    (sum, { type, nodeCount, coresPerNode }) => sum + nodeCount * coresPerNode * hungriestW[type]!,
    idleW,
  );
  const dayMJ = (nodesW: number, setPointC: number): number =>
    (nodesW * (1 + 1 / coefficientOfPerformance(cooling, setPointC)) * durationS) / 1e6;
  return {
    fullLoadMJ: dayMJ(fullW, overcoolingC),
    idleOvercooledMJ: dayMJ(idleW, overcoolingC),
    idleThrottlingMJ: dayMJ(idleW, throttlingC),
  };
}
