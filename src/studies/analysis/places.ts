import type { RunRecord } from '../plan/record.js';
import type { StudyRun } from '../plan/run.js';
import { classesOf, type ClassesBy, inOrder } from './cases.js';

/** Class and gap of a run in the analysis of its study. */
export interface RunPlace {
  /** Position in the analysis of the run's class (group of comparable runs), from 0. */
  readonly inClass: number;
  /**
   * Relative gap to the best bound of the run's case. Null without a plan, or without a bound that holds for the plan.
   */
  readonly gap: number | null;
}

/**
 * Returns the class and gap of each run, by the run's key. A run that belongs to several classes is listed with the
 * first.
 */
export function placesOf(
  records: readonly RunRecord[],
  runs: readonly StudyRun[],
  classesBy: ClassesBy = 'instance',
): Map<string, RunPlace> {
  const places = new Map<string, RunPlace>();
  classesOf(inOrder(records, runs), classesBy, true).forEach((one, inClass) => {
    for (const { record, gap } of one.runs) if (!places.has(record.key)) places.set(record.key, { inClass, gap });
  });
  return places;
}
