import type { Family, Words } from '../families/family.js';
import type { DayRequest as DayOfFamilyRequest } from '../families/studies.js';
import type { Refused } from '../instances/fault.js';
import { runChain } from './chain.js';
import type { StudyAnswer, StudyPlace } from './study.js';

export interface DayRequest extends DayOfFamilyRequest, StudyPlace {
  /** Options as given: the method and the family's own options. */
  readonly words: Words;
}

/** Plans a day: returns one plan for each epoch with the totals of the day, and writes them to `out`. */
export function day(request: DayRequest, families?: readonly Family[]): Promise<StudyAnswer | Refused> {
  return runChain('day', { ...request, over: [] }, families);
}
