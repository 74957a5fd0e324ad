import type { LimitName } from '../../../../models/facility/limits.js';
import type { BrokenLimitCount } from './result.js';
import type { Violation } from '../../../../models/families/violation.js';

/** Findings of the independent checker in a database. Types only. */
export interface TemplatesCheckFindings {
  /** True if nothing is broken except for `statedLimits`. */
  readonly holds: boolean;
  /**
   * Number of templates checked; then of those marked optimal, of those marked infeasible, and of those with faults
   * (`broken`).
   */
  readonly checked: number;
  readonly optimal: number;
  readonly infeasible: number;
  readonly broken: number;
  /**
   * Faults that keep templates from being judged, or make all of them useless: instance, matrices, tables of blocks and
   * vents.
   */
  readonly roomFaults: readonly Violation[];
  readonly faultKinds: readonly FaultKind[];
  /** Faults, the first 20. */
  readonly faults: readonly TemplateFault[];
  /** Gap of the stated bound over the value found. */
  readonly provenGap: GapFigures | null;
  /** Gap of the checker's own ceiling over the value found (ratio - 1); for optimal templates that do any work. */
  readonly ceilingGap: GapFigures | null;
  /**
   * Gap of the bound that the checker proves from stored prices; for optimal templates with prices that do any work.
   */
  readonly pricesGap: GapFigures | null;
  /**
   * Number of templates with prices whose stated bound is below the one proven from them: correct if the solver is, but
   * not proven here.
   */
  readonly boundBelowPrices: number;
  /** Number of templates whose stated bound is above the ceiling: valid, but it could be lower. */
  readonly boundAboveCeiling: number;
  /** Number of templates whose whole cores allow some quadrant fewer than run there; `most`: largest number missing. */
  readonly coresShort: { readonly templates: number; readonly most: number };
  /** Mean share of work lost by rounding. */
  readonly roundingLoss: number | null;
  /** Limits that best efforts of infeasible states break, by the checker; each limit of a state counts. */
  readonly brokenLimits: readonly BrokenLimitCount[];
  /**
   * Limits that whole cores break because the database rounds each node's up, as it states; each limit of a state
   * counts.
   */
  readonly statedLimits: readonly BrokenLimitCount[];
  readonly breakingSeveral: number;
  /** State that lacks least power of all infeasible ones. */
  readonly nearestToFeasible: { readonly state: number; readonly lacksW: number } | null;
}

export interface TemplateFault extends Violation {
  readonly state: number;
}

/** Faults of one constraint and unit. */
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
  /** Random sample of the templates that were checked; null if all were. */
  readonly sample: { readonly size: number; readonly seed: number } | null;
  readonly matrixProvenance: string;
  readonly timeS: Readonly<Record<string, number>>;
}
