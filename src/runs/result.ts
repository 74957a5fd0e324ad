import type { LimitName } from '../../models/facility/limits.js';
import type { Violation } from '../../models/families/violation.js';
import type { Baseline } from './baseline.js';

/** Reason why a run stopped. */
export type Termination = 'optimal' | 'finished' | 'timeLimit' | 'workLimit' | 'interrupted' | 'infeasible' | 'failed';

/** Fields that the results of all families have; units are the family's. Meanings: docs/results.md. */
export interface FamilyRunResult {
  readonly instance: string;
  readonly method: string;
  readonly seed: number;
  readonly termination: Termination;
  /** The checker's verdict on the plan; false if there is no plan. */
  readonly feasible: boolean;
  /** The checker's value of the plan, in `objectiveUnit`; null if there is no plan that the checker can rate. */
  readonly objective: number | null;
  readonly objectiveUnit: string;
  /**
   * Proven bound on the objective of every plan in `boundScope` (an upper bound, or a lower one if less is better), or
   * null.
   */
  readonly bound: number | null;
  /** Gap |bound - objective| / |bound|, a fraction. */
  readonly gap: number | null;
  /** Why there is no gap; present if gap is null. */
  readonly gapReason?: string;
  /** The plans for which the bound holds, and any restriction. */
  readonly boundScope: string;
  readonly violations: readonly Violation[];
  /** The limit that cannot be kept, and by how much. Present if there is no feasible plan. */
  readonly infeasibility?: Infeasibility;
  readonly warnings: readonly string[];
  readonly timeS: Readonly<Record<string, number>>;
  /** Counts of work, the same whenever the run is repeated. */
  readonly work: Readonly<Record<string, number>>;
  /** Paths of the files written, by content. */
  readonly files: Readonly<Record<string, string>>;
  /** What the plan is compared with, if a comparison was asked for. */
  readonly baseline?: Baseline;
}

/** A limit because of which no plan is feasible; or only this plan, if that is not proven for all. */
export interface Infeasibility {
  /** Name of the limit, as in violations. */
  readonly constraint: LimitName;
  /** Zone, rack, CRAC, task or node; empty for the whole facility. */
  readonly where: string;
  /** Unit of `amount`. */
  readonly unit: string;
  /** Least amount by which it is exceeded, > 0. */
  readonly amount: number;
  /**
   * True if it is proven that no plan keeps the limits. False if, with several CRACs, suitable set-points may have been
   * missed.
   */
  readonly proven: boolean;
  /** The limit, the amount and a remedy in a sentence. */
  readonly message: string;
  /** Further limits that cannot be kept. */
  readonly others?: readonly Omit<Infeasibility, 'others' | 'omitted' | 'setPointsC' | 'fixes'>[];
  /** Number of limits not listed in `others`. */
  readonly omitted?: number;
  /** Set-points at which the idle facility breaks these limits, C, by CRAC in the order of the instance. */
  readonly setPointsC?: readonly number[];
  /** Least changes of limits with which a plan exists, each tested; absent if none are known. */
  readonly fixes?: readonly Fix[];
}

/** A change of limits with which a plan exists. If any of these limits changes a step less, no plan exists. */
export interface Fix {
  readonly changes: readonly LimitChange[];
  /** The changes, and the steps to which they are rounded up, in a sentence. */
  readonly message: string;
}

/** Change of one limit. */
export interface LimitChange {
  /** Name of the limit, as in violations. */
  readonly constraint: LimitName;
  /** Zone, rack or CRAC; empty for the whole facility. */
  readonly where: string;
  /** Unit of `from` and `to`. */
  readonly unit: string;
  readonly from: number;
  readonly to: number;
}

/** One point of a trajectory, for the picture of convergence. */
export interface TrajectoryPoint {
  /** Time since the run began, s. */
  readonly timeS: number;
  /** Number of steps done. */
  readonly work: number;
  /** Phase of the method, in its own words. */
  readonly phase: string;
  /** Best bound proven so far; null before the first. */
  readonly bound: number | null;
  /** Best value of a plan so far, by the method's own model; null before the first plan. */
  readonly incumbent: number | null;
}
