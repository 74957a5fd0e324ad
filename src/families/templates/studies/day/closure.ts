import type { DayOutcome } from '../../../../../models/families/templates/online.js';

/** Differences between two ways of adding up a day; the sums agree if no relative one exceeds 1e-9. */
export interface DayClosure {
  /** Difference between the sum of cores, idle nodes and CRACs and the total energy, relative to it. */
  readonly energyParts: number;
  /**
   * Difference between the nodes' heat and what CRACs removed plus what the room stored (minus what vent changes
   * brought), relative to the nodes' heat or to MIN_HEAT_J if that is larger.
   */
  readonly heat: number;
  /** Energy beyond the budget, relative to it. */
  readonly overBudget: number;
  /** Number of tasks that arrived minus those with a known outcome. */
  readonly tasks: number;
  readonly closes: boolean;
}

/** Largest relative difference of sums that agree, for rounding. */
const TOLERANCE = 1e-9;
/** Minimum heat of nodes to which differences are related, J. */
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
