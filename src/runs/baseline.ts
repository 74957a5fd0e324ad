import type { Violation } from '../../models/families/violation.js';

/** What a plan is compared with: how the facility is run now, or would be run without planning. */
export interface Baseline {
  /** Name for people: "first come, first served (fcfs)", or the file of a plan. */
  readonly name: string;
  /** Method that the baseline's plan names. */
  readonly method: string;
  readonly feasible: boolean;
  /** The checker's value of the baseline, in `objectiveUnit`; null if it has no plan that can be rated. */
  readonly objective: number | null;
  readonly objectiveUnit: string;
  /** By how much the plan is better than the baseline, in `objectiveUnit`; null if one of the two is not feasible. */
  readonly gain: number | null;
  /** `gain` as a share of the baseline's objective; null if `gain` is null or that objective is 0. */
  readonly gainShare: number | null;
  readonly violations: readonly Violation[];
  /** Quantities that the family states about the baseline's plan, as in `details` of a record. */
  readonly details: Readonly<Record<string, unknown>>;
}

/** A plan as the checker judged it. */
export interface Rated {
  readonly feasible: boolean;
  readonly objective: number | null;
}

/** Returns by how much a plan is better than its baseline, and as a share of the baseline's objective. */
export function gainOver(plan: Rated, baseline: Rated, better: 'more' | 'less'): Pick<Baseline, 'gain' | 'gainShare'> {
  const { objective: reached } = baseline;
  if (!plan.feasible || !baseline.feasible || plan.objective === null || reached === null) {
    return { gain: null, gainShare: null };
  }
  const difference = plan.objective - reached;
  const gain = better === 'more' ? difference : 0 - difference;
  return { gain, gainShare: reached === 0 ? null : gain / Math.abs(reached) };
}

/** Returns a run with its baseline added, if there is one. */
export function withBaseline<Solved extends RunWithResult>(solved: Solved, baseline: Baseline | null): Solved {
  return baseline === null ? solved : withResult(solved, { baseline });
}

/** Returns a run whose result has further fields, such as the files written. */
export function withResult<Solved extends RunWithResult>(solved: Solved, fields: object): Solved {
  return { ...solved, record: { ...solved.record, result: { ...solved.record.result, ...fields } } };
}

interface RunWithResult {
  readonly record: { readonly result: object };
}
