import type { Violation } from '../../../../models/families/violation.js';

/** Steady state of the room for given utilisations of the blocks (Eqs. 54, 55, 62, 63, 65). */
export interface CheckedEffect {
  readonly workPerS: number;
  readonly nodePowerW: number;
  readonly cracPowerW: number;
  readonly powerW: number;
  /** Work per energy, tasks/J; 0 if no work is done. */
  readonly tasksPerJ: number;
  readonly hottestOutletC: number;
  /**
   * Outlet temperature T^out of each block, C. If some nodes of the block are on standby, it is that of its hottest
   * running node.
   */
  readonly outletC: Float64Array;
  readonly powerOfBlockW: Float64Array;
}

/** Result of the check of one template. */
export interface TemplateVerdict {
  readonly state: number;
  /** Faults of the template; empty if its stored figures are right and it keeps the limits that it must. */
  readonly faults: readonly Violation[];
  /**
   * Limits that the setting violates. They are faults if the template is optimal, and expected if the state is
   * infeasible.
   */
  readonly brokenLimits: readonly Violation[];
  /**
   * Limits that are violated because the cores of each node were rounded up. The database states these violations
   * itself, so they are no faults.
   */
  readonly statedLimits: readonly Violation[];
  /** Recomputed figures of the template; null if nothing can be computed from it. */
  readonly figures: TemplateFigures | null;
}

export interface TemplateFigures {
  /** Steady state for the template's utilisations, before rounding to whole cores. */
  readonly continuous: CheckedEffect;
  /** Steady state for the template's whole numbers of cores. */
  readonly whole: CheckedEffect;
  /**
   * Largest difference, over all quadrants, between the number of running cores and the number of allowed whole cores;
   * at least 0.
   */
  readonly coresShort: number;
  /**
   * Upper bound on work per energy of every setting with any vents, tasks/J, by `Ceiling`; 0 if the state is
   * infeasible.
   */
  readonly ceilingTasksPerJ: number;
  /** Upper bound on work per energy, tasks/J, proven from the template's dual values; null if none are stored. */
  readonly provenTasksPerJ: number | null;
  readonly least: LeastPower;
}

/**
 * Setting of least power, over all vents and set-points, in which only the running cores work. If no setting keeps the
 * outlet limit, it is the one that exceeds the limit least, at the coolest set-point.
 */
export interface LeastPower {
  /** Index of the vent combination. */
  readonly vents: number;
  /** Set-point, C: the warmest at which these vents keep the outlet limit, else the coolest possible one. */
  readonly setPointC: number;
  /** Total power, W: a lower bound on the power of every setting that keeps the outlet limit. */
  readonly powerW: number;
  /** Upper bound on the set-point of every setting that keeps the outlet limit, C. */
  readonly warmestSetPointC: number;
  /** Hottest outlet at the coolest set-point minus the outlet limit, K; positive if no setting keeps the limit. */
  readonly excessC: number;
}
