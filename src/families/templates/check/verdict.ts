import type { Violation } from '../../../../models/families/violation.js';

/** Steady state with a number of running cores by block (Eqs. 54, 55, 62, 63, 65). */
export interface CheckedEffect {
  readonly workPerS: number;
  readonly nodePowerW: number;
  readonly cracPowerW: number;
  readonly powerW: number;
  /** Quotient of work and power, tasks/J; 0 if nothing is done. */
  readonly tasksPerJ: number;
  readonly hottestOutletC: number;
  /** Outlet temperatures T^out by block, C: of the hottest of its nodes that are on, if some are on standby. */
  readonly outletC: Float64Array;
  /** Powers by block, W. */
  readonly powerOfBlockW: Float64Array;
}

/** Verdict on one template, recomputed by the checker. */
export interface TemplateVerdict {
  readonly state: number;
  /** Faults of the template; empty if it is as stated. */
  readonly faults: readonly Violation[];
  /**
   * Limits that its setting breaks. They are faults of an optimal template; the setting of an infeasible state always
   * breaks some.
   */
  readonly brokenLimits: readonly Violation[];
  /**
   * Limits that whole cores break because each node's are rounded up, as the database states for all of them; empty
   * with another rule.
   */
  readonly statedLimits: readonly Violation[];
  /** Figures of the template; null if nothing can be computed from it. */
  readonly figures: TemplateFigures | null;
}

export interface TemplateFigures {
  /** Effect of its utilisations. */
  readonly continuous: CheckedEffect;
  /** Effect of its whole cores. */
  readonly whole: CheckedEffect;
  /**
   * Number of running cores of a quadrant beyond those that its whole cores allow there, the largest over quadrants; 0
   * for none.
   */
  readonly coresShort: number;
  /**
   * Upper bound on the quotient of every setting with any vents, by the checker's own quick estimate; 0 if the state is
   * infeasible.
   */
  readonly ceilingTasksPerJ: number;
  /** Upper bound that the checker proves from the prices stored with the template; null without any. */
  readonly provenTasksPerJ: number | null;
  readonly least: LeastPower;
}

/**
 * Least power with which running cores can continue without other work, over all vents and set-points. If no vents keep
 * the outlet limit, the least excess of the hottest outlet at the coolest set-point.
 */
export interface LeastPower {
  /** Position of the vent combination that needs least cooling. */
  readonly vents: number;
  /** Warmest set-point at which it keeps the outlet limit; the coolest there is if it keeps it at none. */
  readonly setPointC: number;
  /** Power at that set-point, W. If the outlet limit can be kept, no setting that keeps it draws less. */
  readonly powerW: number;
  /** Upper bound on the set-point of every setting, C. */
  readonly warmestSetPointC: number;
  /** Excess of the hottest outlet over its limit at the coolest set-point, K; negative if it is below. */
  readonly excessC: number;
}
