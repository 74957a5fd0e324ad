import type { Resampler } from '../../experiments/bootstrap.js';
import type { Budget } from '../plan/study.js';
import type { Case, CaseRun, RunClass } from './cases.js';
import type { Over } from './observations.js';

/**
 * Runs of a class under one budget, by method, with settings of the statistics: confidence level, kind of sample,
 * tolerance.
 */
export interface BudgetContext {
  readonly runClass: RunClass;
  readonly budget: Budget;
  readonly runs: readonly CaseRun[];
  readonly byMethod: ReadonlyMap<string, ReadonlyMap<Case, CaseRun>>;
  /** Methods that ran under this budget, in the order of the class. */
  readonly methods: readonly string[];
  /** Cases (instances with a seed) on which all `methods` ran, in the order of the class. */
  readonly complete: readonly Case[];
  readonly over: Over;
  readonly withTimes: boolean;
  readonly confidence: number;
  /** Relative gap up to which a case counts as solved. */
  readonly gapTolerance: number;
  readonly resampler: Resampler;
}
