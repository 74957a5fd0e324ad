import type { LimitName } from '../../../../models/facility/limits.js';
import type { BrokenLimitCount } from './result.js';
import type { Violation } from '../../../../models/families/violation.js';

/** The independent checker's findings on a database. */
export interface TemplatesCheckFindings {
  /** True if nothing is wrong except `statedLimits`. */
  readonly holds: boolean;
  /** Number of templates checked. Next: of those, marked optimal, marked infeasible, and with faults. */
  readonly checked: number;
  readonly optimal: number;
  readonly infeasible: number;
  readonly broken: number;
  /** Faults that prevent judging, or make all templates useless: instance, matrices, tables of blocks and vents. */
  readonly roomFaults: readonly Violation[];
  readonly faultKinds: readonly FaultKind[];
  /** Faults, the first 20. */
  readonly faults: readonly TemplateFault[];
  /** Relative gap of the stated bound above the value found. */
  readonly provenGap: GapFigures | null;
  /** Relative gap of the checker's own upper bound above the value found, for optimal templates that do work. */
  readonly ceilingGap: GapFigures | null;
  /** Relative gap of the bound proven from stored prices, for optimal templates with prices that do work. */
  readonly pricesGap: GapFigures | null;
  /**
   * Number of templates whose stated bound is below the one proven from their prices: right if the solver is, but not
   * proven here.
   */
  readonly boundBelowPrices: number;
  /** Number of templates whose stated bound is above the checker's upper bound: valid, but not tight. */
  readonly boundAboveCeiling: number;
  /**
   * Number of templates whose whole cores allow some quadrant fewer cores than are running; `most`: largest shortage.
   */
  readonly coresShort: { readonly templates: number; readonly most: number };
  /** Mean share of work lost by rounding to whole cores. */
  readonly roundingLoss: number | null;
  /** Limits broken by the best efforts of infeasible states, by the checker. */
  readonly brokenLimits: readonly BrokenLimitCount[];
  /** Limits broken by whole cores because the database rounds each node's up, as it states. */
  readonly statedLimits: readonly BrokenLimitCount[];
  readonly breakingSeveral: number;
  /** Infeasible state that is closest to feasible by power. */
  readonly nearestToFeasible: { readonly state: number; readonly lacksW: number } | null;
}

export interface TemplateFault extends Violation {
  readonly state: number;
}

/** Number of faults of one constraint and unit. */
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
  /** Number of states in the database. */
  readonly states: number;
  /** Size and seed of the random sample checked; null if all were. */
  readonly sample: { readonly size: number; readonly seed: number } | null;
  readonly matrixProvenance: string;
  readonly timeS: Readonly<Record<string, number>>;
}
