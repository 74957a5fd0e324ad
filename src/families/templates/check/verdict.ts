import type { Violation } from '../../../../models/problems/violation.js';

/** Steady state with a number of running cores by block (Eqs. 54, 55, 62, 63, 65). */
export interface CheckedEffect {
  readonly workPerS: number;
  readonly nodePowerW: number;
  readonly cracPowerW: number;
  readonly powerW: number;
  /** Quotient of work and power, tasks/J; 0 where nothing is done. */
  readonly tasksPerJ: number;
  readonly hottestOutletC: number;
  /** Outlet temperatures T^out by block, C: of the hottest of its nodes that are on, where some are on standby. */
  readonly outletC: Float64Array;
  /** Powers by block, W. */
  readonly powerOfBlockW: Float64Array;
}

/** Verdict on one template, recomputed. */
export interface TemplateVerdict {
  readonly state: number;
  /** Faults of the template; empty where it is what it says. */
  readonly faults: readonly Violation[];
  /** Limits that its setting breaks: faults of an optimal template; an infeasible state has no setting without. */
  readonly brokenLimits: readonly Violation[];
  /** Limits that whole cores break because each node's are rounded up, as the database says of all of them; empty by another rule. */
  readonly statedLimits: readonly Violation[];
  /** Figures of the template; null where it makes no sense. */
  readonly figures: TemplateFigures | null;
}

export interface TemplateFigures {
  /** Effects of its utilisations, and of its whole cores. */
  readonly continuous: CheckedEffect;
  readonly whole: CheckedEffect;
  /** Running cores of some quadrant beyond those its whole cores allow there, at most over quadrants; 0 for none. */
  readonly coresShort: number;
  /**
   * Bound on the quotient of every setting with any vents, by the checker's own quick estimate; 0 where the state is
   * infeasible.
   */
  readonly ceilingTasksPerJ: number;
  /** Bound that the checker proves from the prices stored with the template; null without any. */
  readonly provenTasksPerJ: number | null;
  readonly least: LeastPower;
}

/**
 * Least power with which running cores can go on, over all vents and set-points, doing nothing else; or the excess of
 * the hottest outlet at the coolest set-point whatever the vents.
 */
export interface LeastPower {
  /** Position of the vent combination that needs least cooling. */
  readonly vents: number;
  /** The warmest set-point at which it keeps the outlet limit; the coolest there is where none does. */
  readonly setPointC: number;
  /** Power at that set-point, W: where the outlet limit can be kept, no setting that keeps it takes less. */
  readonly powerW: number;
  /** No setting has a warmer set-point, C. */
  readonly warmestSetPointC: number;
  /** Excess of the hottest outlet over its limit at the coolest set-point, K; negative where there is some to spare. */
  readonly excessC: number;
}
