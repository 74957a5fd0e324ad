import type { Violation } from '../../models/families/violation.js';

/** Reference plan for a run's plan: how the facility is run now, or would be run without planning. */
export interface Baseline {
  /** Name of the baseline in reports: a method, such as "first come, first served (fcfs)", or the file of a plan. */
  readonly name: string;
  /** Method that made the baseline's plan, as named in the plan. */
  readonly method: string;
  readonly feasible: boolean;
  /** Objective of the baseline's plan by the checker, in `objectiveUnit`; null if no plan can be evaluated. */
  readonly objective: number | null;
  readonly objectiveUnit: string;
  /**
   * How much better the run's plan is than the baseline, in `objectiveUnit`; null if one of the two is not feasible.
   */
  readonly gain: number | null;
  /** `gain` divided by the absolute objective of the baseline; null if `gain` is null or the objective is 0. */
  readonly gainShare: number | null;
  readonly violations: readonly Violation[];
  /** Further values of the baseline's plan reported by the family, as in `details` of a record. */
  readonly details: Readonly<Record<string, unknown>>;
}

/** The checker's verdict on a plan, and the plan's objective, which is null if the plan cannot be evaluated. */
export interface Rated {
  readonly feasible: boolean;
  readonly objective: number | null;
}

/** Returns how much better a plan is than its baseline, also as a fraction of the baseline's objective. */
export function gainOver(plan: Rated, baseline: Rated, better: 'more' | 'less'): Pick<Baseline, 'gain' | 'gainShare'> {
  const { objective: reached } = baseline;
  if (!plan.feasible || !baseline.feasible || plan.objective === null || reached === null) {
    return { gain: null, gainShare: null };
  }
  const difference = plan.objective - reached;
  const gain = better === 'more' ? difference : 0 - difference;
  return { gain, gainShare: reached === 0 ? null : gain / Math.abs(reached) };
}

/** Returns a solved run with its baseline added, if there is one. */
export function withBaseline<Solved extends RunWithResult>(solved: Solved, baseline: Baseline | null): Solved {
  return baseline === null ? solved : withResult(solved, { baseline });
}

/** Returns a solved run with further fields added to its result, such as the paths of written files. */
export function withResult<Solved extends RunWithResult>(solved: Solved, fields: object): Solved {
  return { ...solved, record: { ...solved.record, result: { ...solved.record.result, ...fields } } };
}

interface RunWithResult {
  readonly record: { readonly result: object };
}
