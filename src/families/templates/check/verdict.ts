import type { Violation } from '../../../../models/families/violation.js';

/** Steady state for given numbers of busy cores by block (Eqs. 54, 55, 62, 63, 65). */
export interface CheckedEffect {
  readonly workPerS: number;
  readonly nodePowerW: number;
  readonly cracPowerW: number;
  readonly powerW: number;
  /** Work per energy, tasks/J; 0 if nothing is done. */
  readonly tasksPerJ: number;
  readonly hottestOutletC: number;
  /** Outlet temperature T^out by block, C; that of the hottest running node if some are on standby. */
  readonly outletC: Float64Array;
  /** Powers by block, W. */
  readonly powerOfBlockW: Float64Array;
}

/** Verdict on one template, recomputed by the checker. */
export interface TemplateVerdict {
  readonly state: number;
  /** Faults of the template; empty if it is as stated. */
  readonly faults: readonly Violation[];
  /** Limits broken by its setting. These are faults of an optimal template; an infeasible state always breaks some. */
  readonly brokenLimits: readonly Violation[];
  /**
   * Limits that are broken because the cores of each node are rounded up, as the database states them; empty under
   * other rounding rules.
   */
  readonly statedLimits: readonly Violation[];
  /** Figures of the template; null if nothing can be computed from it. */
  readonly figures: TemplateFigures | null;
}

export interface TemplateFigures {
  /** Effect of the utilisations. Next: of the whole cores. */
  readonly continuous: CheckedEffect;
  /** Effect of its whole cores. */
  readonly whole: CheckedEffect;
  /** Largest number, over quadrants, of running cores beyond those that the whole cores allow; 0 if none. */
  readonly coresShort: number;
  /**
   * Upper bound on the quotient of every setting with any vents, from the checker's quick estimate; 0 if the state is
   * infeasible.
   */
  readonly ceilingTasksPerJ: number;
  /** Upper bound that the checker proves from the prices stored with the template; null if no prices are stored. */
  readonly provenTasksPerJ: number | null;
  readonly least: LeastPower;
}

/**
 * Least power with which running cores can continue without other work, over all vents and set-points. If no vents keep
 * the outlet limit, the least excess of the hottest outlet at the coolest set-point.
 */
export interface LeastPower {
  /** Index of the vent combination that needs least cooling. */
  readonly vents: number;
  /** Warmest set-point at which it keeps the outlet limit, C; the coolest one if it keeps it at none. */
  readonly setPointC: number;
  /** Power at that set-point, W; a lower bound for all settings that keep the outlet limit. */
  readonly powerW: number;
  /** Upper bound on the set-point of every setting, C. */
  readonly warmestSetPointC: number;
  /** Excess of the hottest outlet over its limit at the coolest set-point, K; may be negative. */
  readonly excessC: number;
}
