import type { Violation } from '../../models/problems/violation.js';
import type { Baseline } from './baseline.js';

/** Reason why a run stopped. */
export type Termination = 'optimal' | 'finished' | 'timeLimit' | 'workLimit' | 'interrupted' | 'infeasible' | 'failed';

/** Fields that the results of all families share; units are the family's. Meanings: docs/results.md. */
export interface FamilyRunResult {
  readonly instance: string;
  readonly method: string;
  readonly seed: number;
  readonly termination: Termination;
  /** The checker's verdict on the returned plan; false when there is none. */
  readonly feasible: boolean;
  /** The checker's value of the returned plan, in `objectiveUnit`; null without one that it could rate. */
  readonly objective: number | null;
  readonly objectiveUnit: string;
  /** Proven bound on the objective of every admissible plan (an upper one, or a lower one where least is best), or null. */
  readonly bound: number | null;
  /** Gap |bound - objective| / |bound|, a fraction. */
  readonly gap: number | null;
  /** Reason why there is no gap; present when gap is null. */
  readonly gapReason?: string;
  /** Plans for which the bound holds, and any restriction. */
  readonly boundScope: string;
  readonly violations: readonly Violation[];
  /** Limit that stands in the way, and by how much; present when there is no feasible plan. */
  readonly infeasibility?: Infeasibility;
  readonly warnings: readonly string[];
  readonly timeS: Readonly<Record<string, number>>;
  /** Counts of work, the same in every repetition of the run. */
  readonly work: Readonly<Record<string, number>>;
  /** Paths by what is in them. */
  readonly files: Readonly<Record<string, string>>;
  /** What the plan is compared with, where that was asked for. */
  readonly baseline?: Baseline;
}

/** Limit that keeps every plan from being feasible, or this plan where that is not proven of all. */
export interface Infeasibility {
  /** Limit that is broken, by its name in violations. */
  readonly constraint: string;
  /** Zone, rack, CRAC, task or node; empty for the whole facility. */
  readonly where: string;
  /** Unit of `amount`. */
  readonly unit: string;
  /** Least amount by which it is passed, > 0. */
  readonly amount: number;
  /** Flag, true if it is proven that no plan keeps the limits; with several CRACs set-points may have been missed. */
  readonly proven: boolean;
  /** The limit, the amount and a remedy in a sentence. */
  readonly message: string;
  /** The other limits that stand in the way. */
  readonly others?: readonly Omit<Infeasibility, 'others' | 'omitted' | 'setPointsC' | 'fixes'>[];
  /** Number of limits not listed in `others`. */
  readonly omitted?: number;
  /** Set-points by CRAC in the order of the instance, C: at these the idle facility breaks the limits named. */
  readonly setPointsC?: readonly number[];
  /** Least changes of limits after which a plan exists, each tested; absent where none is known. */
  readonly fixes?: readonly Fix[];
}

/** Change of limits after which a plan exists; none does with any of them a step less. */
export interface Fix {
  readonly changes: readonly LimitChange[];
  /** The changes, and the steps that they are rounded up to, in a sentence. */
  readonly message: string;
}

/** Change of one limit. */
export interface LimitChange {
  /** Limit by its name in violations. */
  readonly constraint: string;
  /** Zone, rack or CRAC; empty for the whole facility. */
  readonly where: string;
  /** Unit of `from` and `to`. */
  readonly unit: string;
  readonly from: number;
  readonly to: number;
}

/** One point of the convergence picture. */
export interface TrajectoryPoint {
  /** Time since the run began, s. */
  readonly timeS: number;
  /** Steps done. */
  readonly work: number;
  /** Phase of the method, in its own words. */
  readonly phase: string;
  /** Best bound proven so far; null before the first. */
  readonly bound: number | null;
  /** Best value of a plan so far, by the method's own reckoning; null before the first. */
  readonly incumbent: number | null;
}
