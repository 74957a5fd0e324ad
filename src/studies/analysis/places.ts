import type { RunRecord } from '../plan/record.js';
import type { StudyRun } from '../plan/run.js';
import { classesOf, type ClassesBy, inOrder } from './cases.js';

/** Position of a run in the analysis of its study. */
export interface RunPlace {
  /** Position of its class in the analysis. */
  readonly inClass: number;
  /** Gap to the best bound of its case, a fraction; null without a plan or a bound that holds for it. */
  readonly gap: number | null;
}

/**
 * Returns the positions of runs in the analysis of the same runs, by key. A run that counts in several classes is
 * listed in the first.
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
