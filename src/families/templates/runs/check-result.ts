import type { LimitName } from '../../../../models/facility/limits.js';
import type { BrokenLimitCount } from './result.js';
import type { Violation } from '../../../../models/families/violation.js';

/** Findings of the independent checker on a database of templates. */
export interface TemplatesCheckFindings {
  /** True if the checker found no fault. Limits listed in `statedLimits` are no faults. */
  readonly holds: boolean;
  readonly checked: number;
  readonly optimal: number;
  readonly infeasible: number;
  readonly broken: number;
  /**
   * Faults of the instance, of the matrices, or of the tables of blocks and vents. They prevent the check or make all
   * templates useless.
   */
  readonly roomFaults: readonly Violation[];
  readonly faultKinds: readonly FaultKind[];
  /** Faults of templates; at most the first 20. */
  readonly faults: readonly TemplateFault[];
  /**
   * Optimality gaps of the optimal templates that do some work, by the stored bound (bound / value - 1). Null if there
   * are no such templates.
   */
  readonly provenGap: GapFigures | null;
  /**
   * Optimality gaps of the optimal templates that do some work, by the checker's upper bound `Ceiling`. Null if there
   * are no such templates.
   */
  readonly ceilingGap: GapFigures | null;
  /**
   * Optimality gaps of the optimal templates that do some work and have stored dual values, by the bound from these
   * values. Null if there are no such templates.
   */
  readonly pricesGap: GapFigures | null;
  /**
   * Number of templates whose stored bound is below the checker's bound from dual values. Their stored bounds rest on
   * the solver alone.
   */
  readonly boundBelowPrices: number;
  /**
   * Number of templates whose stored bound exceeds the checker's upper bound `Ceiling`. Such a bound is valid but not
   * tight.
   */
  readonly boundAboveCeiling: number;
  /** Templates that allow some quadrant fewer cores than run there: their number, and the largest lack in cores. */
  readonly coresShort: { readonly templates: number; readonly most: number };
  /**
   * Fraction of work that is lost by rounding to whole cores: mean over the optimal templates that do work. Null if
   * there are no such templates.
   */
  readonly roundingLoss: number | null;
  /** Limits that the settings of infeasible states violate, as the checker computes them. */
  readonly brokenLimits: readonly BrokenLimitCount[];
  /**
   * Limits that are violated because the cores of each node were rounded up ('ceiling'). The database states these
   * violations itself, so they are no faults.
   */
  readonly statedLimits: readonly BrokenLimitCount[];
  readonly breakingSeveral: number;
  /**
   * State that is infeasible because of power and comes nearest to its power limit. `lacksW` is the least power of its
   * running cores minus the power limit, W. Null if there is no such state.
   */
  readonly nearestToFeasible: { readonly state: number; readonly lacksW: number } | null;
}

export interface TemplateFault extends Violation {
  readonly state: number;
}

/** Summary of all faults with the same constraint and unit: their number and the worst one. */
export interface FaultKind {
  readonly constraint: LimitName;
  readonly unit: string;
  readonly faults: number;
  readonly templates: number;
  readonly worst: TemplateFault;
}

export interface GapFigures {
  readonly median: number;
  readonly p95: number;
  readonly largest: number;
  readonly largestState: number;
}

export interface TemplatesCheckRecord extends TemplatesCheckFindings {
  readonly instance: string;
  readonly family: 'templates';
  readonly database: string;
  readonly sha256: string;
  readonly rounding: string;
  readonly states: number;
  /** Size and seed of the random sample of states that was checked; null if all were checked. */
  readonly sample: { readonly size: number; readonly seed: number } | null;
  readonly matrixProvenance: string;
  readonly timeS: Readonly<Record<string, number>>;
}
