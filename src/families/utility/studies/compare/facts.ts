import type { UtilityEnvironment, UtilityModel } from '../../../../../models/families/utility/model.js';
import type { Values } from '../../../../experiments/record.js';
import type { ComparisonRecord, RunFrame } from '../../../../studies/compare/record.js';
import { courseBorders, type DayCourse, meanCourse } from './day-course.js';

export type UtilityCompareRun = RunFrame & {
  /** Course of the measured time, rounded to six significant digits; null without a schedule. */
  readonly course: DayCourse | null;
};

/** Record of a comparison of policies. */
export type UtilityComparisonRecord = ComparisonRecord & {
  readonly environment: UtilityEnvironment;
  /** Borders of the time intervals of all courses, s from the beginning of the measured time. */
  readonly courseBorderS: readonly number[];
  /**
   * Energy budget for the measured time, J; null if there is none. What the idle nodes of a room draw in any case is
   * already subtracted.
   */
  readonly energyBudgetJ: number | null;
  readonly costBudgetUsd: number | null;
  /** Mean course of each method over its runs with a schedule; null if it has none. */
  readonly courses: readonly { readonly method: string; readonly course: DayCourse | null }[];
};

/**
 * Returns the facts that a comparison of policies records besides its runs: budgets, and the mean course of each
 * method.
 */
export function comparedFacts(
  model: UtilityModel,
  labels: readonly string[],
  runs: readonly UtilityCompareRun[],
): Omit<UtilityComparisonRecord, keyof ComparisonRecord> {
  const { charging, environment } = model;
  const { budgetJ } = model.days.at(-1)!;
  return {
    environment,
    courseBorderS: courseBorders(model),
    energyBudgetJ: budgetJ < Infinity && charging === undefined ? budgetJ : null,
    costBudgetUsd: budgetJ < Infinity && charging !== undefined ? budgetJ * charging.usdPerJ : null,
    courses: labels.map((method) => ({
      method,
      course: meanCourse(runs.flatMap((run) => (run.method === method ? (run.course ?? []) : []))),
    })),
  };
}

/** Returns the course stored in the values of a run; null if there is none. */
export function courseOf(values: Values): DayCourse | null {
  const { earnedPerH, drawnMJ, waiting } = values as unknown as Partial<DayCourse>;
  return earnedPerH === undefined ? null : { earnedPerH, drawnMJ: drawnMJ!, waiting: waiting! };
}
