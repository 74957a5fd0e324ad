import type { UtilityEnvironment, UtilityModel } from '../../../../../models/families/utility/model.js';
import type { Values } from '../../../../experiments/record.js';
import type { ComparisonRecord, RunFrame } from '../../../../studies/compare/record.js';
import { courseBorders, type DayCourse } from './day-course.js';
import { performanceProfiles, type Profile } from './profiles.js';

export type UtilityCompareRun = RunFrame & {
  /** Course of the measured time, to six digits; null without a schedule. */
  readonly course: DayCourse | null;
};

/** What a comparison of policies tells beside its runs. */
export interface UtilityFacts {
  readonly environment: UtilityEnvironment;
  /** Borders of the stretches of all courses, s from the beginning of the measured time. */
  readonly courseBorderS: readonly number[];
  /** Energy budget of the measured time, J, and budget of money, USD; null for none. Less what idle nodes of a room take in any case. */
  readonly energyBudgetJ: number | null;
  readonly costBudgetUsd: number | null;
  /** Courses by method, means over its runs with a schedule; null where it has none. */
  readonly courses: readonly { readonly method: string; readonly course: DayCourse | null }[];
  readonly profiles: readonly Profile[];
}

export type UtilityComparisonRecord = ComparisonRecord & UtilityFacts;

/** Returns the facts of a comparison. `repeated` are its runs in every trial. */
export function comparedFacts(
  model: UtilityModel,
  labels: readonly string[],
  { runs, repeated }: { readonly runs: readonly UtilityCompareRun[]; readonly repeated: readonly RunFrame[] },
): UtilityFacts {
  const { charging, environment } = model;
  const { budgetJ } = model.days.at(-1)!;
  return {
    environment,
    courseBorderS: courseBorders(model),
    energyBudgetJ: budgetJ < Infinity && charging === undefined ? budgetJ : null,
    costBudgetUsd: budgetJ < Infinity && charging !== undefined ? budgetJ * charging.usdPerJ : null,
    courses: labels.map((method) => ({ method, course: meanCourse(runs.filter((run) => run.method === method)) })),
    profiles: performanceProfiles(labels, repeated),
  };
}

/** Returns the course among the values of a run; null where it has none. */
export function courseOf(values: Values): DayCourse | null {
  const { earnedPerH, drawnMJ, waiting } = values as unknown as DayCourse;
  return earnedPerH.length === 0 ? null : { earnedPerH, drawnMJ, waiting };
}

/** Mean course of runs; null where none has one. */
function meanCourse(runs: readonly UtilityCompareRun[]): DayCourse | null {
  const courses = runs.flatMap(({ course }) => (course === null ? [] : [course]));
  const [first] = courses;
  if (first === undefined) return null;
  const mean = (of: (course: DayCourse) => readonly (number | null)[]): (number | null)[] =>
    of(first).map((_, b) => {
      const values = courses.map((course) => of(course)[b] ?? null).filter((value) => value !== null);
      return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
    });
  return {
    earnedPerH: mean((course) => course.earnedPerH) as number[],
    drawnMJ: mean((course) => course.drawnMJ) as number[],
    waiting: mean((course) => course.waiting),
  };
}
