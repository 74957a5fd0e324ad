import type { RunRecord } from '../plan/record.js';
import type { StudyRun } from '../plan/run.js';
import { classesOf, type ClassesBy, inOrder } from './cases.js';

/** Class and gap of a run in the analysis of its study. */
export interface RunPlace {
  /** Position of the run's class (comparable runs) in the analysis, from 0. */
  readonly inClass: number;
  /** Relative gap to the best bound proven for the same instance and seed; null without a plan or such a bound. */
  readonly gap: number | null;
}

/**
 * Returns the class and the gap of each run, by the run's key. If a run is in several classes, the first of the classes
 * is returned.
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
