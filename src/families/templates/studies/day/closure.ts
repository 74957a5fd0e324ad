import type { DayOutcome } from '../../../../../models/families/templates/online.js';

/**
 * Differences between figures of a day that are computed in two independent ways. The day closes if they agree within a
 * relative 1e-9 and no task is missing.
 */
export interface DayClosure {
  /** Relative difference between the total energy and the sum of the energies of cores, idle nodes and CRACs. */
  readonly energyParts: number;
  /**
   * Difference between the heat of nodes and the heat that CRACs removed or the room stored. Heat brought into the room
   * by changes of vents is subtracted. The difference is relative to the nodes' heat, or to MIN_HEAT_J if that is
   * larger.
   */
  readonly heat: number;
  /** Energy beyond the energy budget, relative to the budget; 0 without a budget. */
  readonly overBudget: number;
  /** Number of tasks that arrived minus the number of tasks counted by outcome; 0 if none is missing. */
  readonly tasks: number;
  readonly closes: boolean;
}

/** Largest relative difference between two sums that counts as rounding error. */
const TOLERANCE = 1e-9;
/** Minimum heat by which the heat difference is divided, J. Used if the nodes' heat is less. */
const MIN_HEAT_J = 1000;

export function dayClosure({ energyBudgetJ, tasks, energyJ, heatJ }: DayOutcome): DayClosure {
  const energyParts = relative(energyJ.cores + energyJ.idle + energyJ.crac - energyJ.total, energyJ.total);
  const heat = relative(
    heatJ.removed + heatJ.stored - heatJ.ventChanges - heatJ.nodes,
    Math.max(heatJ.nodes, MIN_HEAT_J),
  );
  const overBudget = Number.isFinite(energyBudgetJ)
    ? relative(Math.max(0, energyJ.total - energyBudgetJ), energyBudgetJ)
    : 0;
  const told =
    tasks.completedInTime + tasks.completedLate + tasks.dropped + tasks.running + tasks.waiting + tasks.afterStop;
  const missing = tasks.arrived - told;
  const closes = [energyParts, heat, overBudget].every((value) => value <= TOLERANCE) && missing === 0;
  return { energyParts, heat, overBudget, tasks: missing, closes };
}

function relative(difference: number, scale: number): number {
  return difference === 0 ? 0 : Math.abs(difference) / scale;
}
