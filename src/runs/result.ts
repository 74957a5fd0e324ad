import type { LimitName } from '../../models/facility/limits.js';
import type { Violation } from '../../models/families/violation.js';
import type { Baseline } from './baseline.js';

export type Termination = 'optimal' | 'finished' | 'timeLimit' | 'workLimit' | 'interrupted' | 'infeasible' | 'failed';

/** Fields that the results of all families have (docs/results.md). Units depend on the family. */
export interface FamilyRunResult {
  readonly instance: string;
  readonly method: string;
  readonly seed: number;
  readonly termination: Termination;
  /** True if the checker finds no violation in the plan; false if there is no plan. */
  readonly feasible: boolean;
  /** Objective of the plan by the checker, in `objectiveUnit`; null if no plan can be rated. */
  readonly objective: number | null;
  readonly objectiveUnit: string;
  /**
   * Proven bound on the objective of every plan in `boundScope`; null if nothing is proven. The bound is an upper bound
   * or, if less is better, a lower bound.
   */
  readonly bound: number | null;
  /** Gap |bound - objective| / |bound|, a fraction; null if there is none. */
  readonly gap: number | null;
  /** Why there is no gap; present if `gap` is null. */
  readonly gapReason?: string;
  /** Words for the plans that the bound covers. */
  readonly boundScope: string;
  readonly violations: readonly Violation[];
  /** A limit that none of the plans found meets, and by how much it is exceeded; absent if none is known. */
  readonly infeasibility?: Infeasibility;
  readonly warnings: readonly string[];
  /** Duration of each phase, s. */
  readonly timeS: Readonly<Record<string, number>>;
  /** Counts of operations, the same whenever the run is repeated. */
  readonly work: Readonly<Record<string, number>>;
  /** Paths of the written files by content, such as "plan". */
  readonly files: Readonly<Record<string, string>>;
  /** Comparison with a baseline, if one was requested. */
  readonly baseline?: Baseline;
}

/** A limit that prevents a feasible plan: no plan can meet it (`proven`), or none was found that does. */
export interface Infeasibility {
  /** Name of the limit, as in violations. */
  readonly constraint: LimitName;
  /** Name of the zone, rack, CRAC, task or node; empty for the whole facility. */
  readonly where: string;
  /** Unit of `amount`. */
  readonly unit: string;
  /** Minimum excess over the limit, above 0. */
  readonly amount: number;
  /**
   * True if it is proven that no plan meets the limits. False if the search may have missed a plan that does, with
   * other set-points of several CRACs or another choice of nodes on standby.
   */
  readonly proven: boolean;
  /** Sentence with the limit, the amount and a remedy. */
  readonly message: string;
  /** Further limits that no plan meets. */
  readonly others?: readonly Omit<Infeasibility, 'others' | 'omitted' | 'setPointsC' | 'fixes'>[];
  /** Number of further limits not listed in `others`. */
  readonly omitted?: number;
  /**
   * CRAC set-points at which even the idle facility violates the limits, C, in the order of the CRACs in the instance.
   */
  readonly setPointsC?: readonly number[];
  /**
   * Alternative changes of limits with which a plan exists, as small as possible and tested; absent if none is known.
   */
  readonly fixes?: readonly Fix[];
}

/**
 * A set of changed limits with which a plan exists. If any of the changes were one step smaller, no plan would exist.
 */
export interface Fix {
  readonly changes: readonly LimitChange[];
  /**
   * Sentence that states the changes. Each change is rounded up to a multiple of a step, which the sentence states too.
   */
  readonly message: string;
}

export interface LimitChange {
  /** Name of the limit, as in violations. */
  readonly constraint: LimitName;
  /** Name of the zone, rack or CRAC; empty for the whole facility. */
  readonly where: string;
  /** Unit of `from` and `to`. */
  readonly unit: string;
  readonly from: number;
  readonly to: number;
}

/** A point of a run's trajectory: the best bound and the best plan's objective at a moment. */
export interface TrajectoryPoint {
  /** Time since the run began, s. */
  readonly timeS: number;
  /** Number of steps (units of the method's work) done. */
  readonly work: number;
  readonly phase: string;
  /** Best bound proven so far; null before the first. */
  readonly bound: number | null;
  /** Objective of the best plan so far by the method's own model; null before the first plan. */
  readonly incumbent: number | null;
}
